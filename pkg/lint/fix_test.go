package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// changed is what a run with fixes made of each file.
func changed(r *lint.Result) map[string]string {
	files := map[string]string{}
	for _, c := range r.Changes {
		files[c.Path] = string(c.New)
	}
	return files
}

func TestFix(t *testing.T) {
	t.Parallel()
	license := wordRule("license", "license: apache2", "license: Apache-2.0", everywhere)
	comment := wordRule("comment", "# old", "# new", everywhere)
	again := wordRule("again", "# new", "# newest", lint.Levels{lint.Any: parse.Info})
	rename := wordRule("rename", "name: notes", "name: other", everywhere)
	body := wordRule("body", "Text", "Words", everywhere)
	overlap := wordRule("overlap", "se: apache2", "se: MIT", everywhere)
	endless := wordRule("endless", "# old", "# old old", everywhere)
	const text = "---\nname: notes\n# old\nlicense: apache2\ndescription: d\n---\nText\n"
	tests := []struct {
		name  string
		rules []lint.Rule
		want  string
	}{
		{"one", []lint.Rule{license}, "---\nname: notes\n# old\nlicense: Apache-2.0\ndescription: d\n---\nText\n"},
		{"two at once", []lint.Rule{license, comment}, "---\nname: notes\n# new\nlicense: Apache-2.0\ndescription: d\n---\nText\n"},
		{"overlapping: the first place wins", []lint.Rule{overlap, license}, "---\nname: notes\n# old\nlicense: Apache-2.0\ndescription: d\n---\nText\n"},
		{"not the name", []lint.Rule{rename}, ""},
		{"not the body", []lint.Rule{body}, ""},
		{"what is harmless beside what is not", []lint.Rule{rename, license, body}, "---\nname: notes\n# old\nlicense: Apache-2.0\ndescription: d\n---\nText\n"},
		{"ends after ten rounds", []lint.Rule{endless}, "---\nname: notes\n# old old old old old old old old old old old\nlicense: apache2\ndescription: d\n---\nText\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := changed(run(t, text, lint.Options{Rules: tt.rules, Fix: lint.FixAll}))
			want := map[string]string{"notes/SKILL.md": tt.want}
			if tt.want == "" {
				want = map[string]string{}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("a fix that makes another one needed", func(t *testing.T) {
		t.Parallel()
		result := run(t, text, lint.Options{Rules: []lint.Rule{comment, again}, Fix: lint.FixAll})
		if got := string(result.Changes[0].New); len(got) <= len(text) {
			t.Errorf("got %q", got)
		}
	})
}

// TestFixOtherFiles repairs a script and leaves a suppressed finding alone.
func TestFixOtherFiles(t *testing.T) {
	t.Parallel()
	rule := lint.Rule{ID: "tabs", Levels: everywhere, Check: func(p *lint.Pass) {
		for _, f := range p.Files() {
			for i, c := range f.Bytes() {
				if c == '\t' {
					p.ReportIn(f, f.Span(i, i+1), "a tab").Fix(parse.Edit{Start: i, End: i + 1, New: "  "})
				}
			}
		}
	}}
	text := "-- notes/SKILL.md --\n---\nname: notes\ndescription: d\n---\n" +
		"-- notes/a.sh (0755) --\n\tone\n\ttwo # skillctl-disable-line tabs -- wanted\n"
	result := run(t, text, lint.Options{Rules: []lint.Rule{rule}, Fix: lint.FixAll})
	want := map[string]string{"notes/a.sh": "  one\n\ttwo # skillctl-disable-line tabs -- wanted\n"}
	if diff := cmp.Diff(want, changed(result)); diff != "" {
		t.Error(diff)
	}
	if len(result.Issues) != 0 || result.Summary.Suppressed != 1 {
		t.Errorf("left: %v, %+v", shown(result.Issues), result.Summary)
	}
	if c := result.Changes[0]; c.File != "a.sh" || string(c.Old) == string(c.New) {
		t.Errorf("change %+v", c)
	}
}
