package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillctl/skillctl/pkg/lint"
)

func TestSuppressions(t *testing.T) {
	t.Parallel()
	const front = "---\nname: notes\ndescription: Tidies notes.\n---\n"
	tests := []struct {
		name, text string
		suppressed int
		want       []string
	}{
		{"same line", front + "foo <!-- skillctl-disable-line rule-a -- known -->\nfoo\n", 1, []string{"notes/SKILL.md:6:1 warning rule-a [core]"}},
		{"next line", front + "<!-- skillctl-disable-next-line rule-a -- known -->\nfoo\nfoo\n", 1, []string{"notes/SKILL.md:7:1 warning rule-a [core]"}},
		{"rest of file", front + "foo\n<!-- skillctl-disable rule-a -->\nfoo\nfoo\n", 2, []string{"notes/SKILL.md:5:1 warning rule-a [core]"}},
		{"two rules", front + "<!-- skillctl-disable-next-line rule-a, rule-b -->\nfoo bar\n", 2, nil},
		{"in frontmatter, whole file", "---\n# skillctl-disable rule-a -- known\nname: notes\ndescription: foo\n---\nfoo\n", 2, nil},
		{"in frontmatter, its line", "---\nname: notes\ndescription: foo # skillctl-disable-line rule-a\n---\nfoo\n", 1, []string{"notes/SKILL.md:5:1 warning rule-a [core]"}},
		{"in code it is text", front + "```\n<!-- skillctl-disable rule-a -->\n```\nfoo\n", 0, []string{"notes/SKILL.md:8:1 warning rule-a [core]"}},
		{"unused", front + "<!-- skillctl-disable rule-a -->\n", 0, []string{"notes/SKILL.md:5:6 warning unused-suppression [core]"}},
		{"one of two unused", front + "foo <!-- skillctl-disable-line rule-a rule-b -->\n", 1, []string{"notes/SKILL.md:5:10 warning unused-suppression [core]"}},
		{"unknown rule", front + "<!-- skillctl-disable rule-aa -->\n", 0, []string{"notes/SKILL.md:5:6 warning unused-suppression [core]"}},
		{"no rule", front + "foo <!-- skillctl-disable -->\n", 0, []string{
			"notes/SKILL.md:5:1 warning rule-a [core]", "notes/SKILL.md:5:10 warning unused-suppression [core]",
		}},
		{"a rule of another target is no fault", front + "codex <!-- skillctl-disable-line rule-x -->\n", 0, nil},
		{"unused but silenced", front + "<!-- skillctl-disable rule-a unused-suppression -- may come back -->\n", 1, nil},
		{"a script", "-- notes/SKILL.md --\n" + front + "-- notes/a.sh --\n# skillctl-disable-next-line lines -- known\nfoo\n", 1, []string{
			"notes/a.sh:1:1 warning lines [core]",
		}},
		{"a word in a script is no comment", "-- notes/SKILL.md --\n" + front + "-- notes/a.sh --\necho \"skillctl-disable lines\"\n", 0, []string{
			"notes/a.sh:1:1 warning lines [core]",
		}},
	}
	table := append([]lint.Rule{
		wordRule("rule-a", "foo", "", everywhere), wordRule("rule-b", "bar", "", everywhere), wordRule("rule-x", "codex", "", onlyCodex),
		{ID: "lines", Levels: everywhere, Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				for n := 1; n <= f.Lines().Count(); n++ {
					at := f.Lines().Start(n)
					p.ReportIn(f, f.Span(at, at), "a line")
				}
			}
		}},
	}, lint.MetaRules()...)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			result := run(t, tt.text, lint.Options{Rules: table})
			if diff := cmp.Diff(tt.want, shown(result.Issues), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if result.Summary.Suppressed != tt.suppressed {
				t.Errorf("%d suppressed, want %d", result.Summary.Suppressed, tt.suppressed)
			}
		})
	}
}
