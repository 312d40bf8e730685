package lint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/linttest"
	"github.com/skillctl/skillctl/pkg/parse"
)

// wordRule reports every occurrence of a word in SKILL.md, and replaces it
// when there is something to replace it with.
func wordRule(id, word, replacement string, levels lint.Levels) lint.Rule {
	return lint.Rule{ID: id, Group: lint.Body, Levels: levels, Check: func(p *lint.Pass) {
		f := p.SkillFile()
		for at := 0; ; {
			i := bytes.Index(f.Bytes()[at:], []byte(word))
			if i < 0 {
				return
			}
			at += i
			found := p.Report(f.Span(at, at+len(word)), "found %s", word)
			if replacement != "" {
				found.Fix(parse.Edit{Start: at, End: at + len(word), New: replacement})
			}
			at += len(word)
		}
	}}
}

var (
	everywhere = lint.Levels{lint.Any: parse.Warning}
	onlyCodex  = lint.Levels{lint.Codex: parse.Error}
)

// run lints a tree and returns the result.
func run(t *testing.T, text string, o lint.Options) *lint.Result {
	t.Helper()
	tree, err := linttest.ParseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	o.Repos = []lint.Repo{{FS: tree.FS}}
	result, err := lint.Run(t.Context(), tree.Input(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// shown is an issue as one line.
func shown(issues []lint.Issue) []string {
	var lines []string
	for _, i := range issues {
		lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s %v", i.Path, i.Span.Start.Line, i.Span.Start.Column, i.Severity, i.Rule, i.Targets))
	}
	return lines
}

const noted = "---\nname: notes\ndescription: Tidies notes. Use when notes are long.\n---\n\n# Notes\n\nfoo bar\n"

func TestTargets(t *testing.T) {
	t.Parallel()
	table := []lint.Rule{
		wordRule("foo", "foo", "", everywhere),
		wordRule("bar", "bar", "", lint.Levels{lint.Core: parse.Info, lint.Spec: parse.Error}),
		wordRule("notes", "# Notes", "", onlyCodex),
	}
	tests := []struct {
		name string
		o    lint.Options
		want []string
	}{
		{"default is core", lint.Options{}, []string{
			"notes/SKILL.md:8:1 warning foo [core]", "notes/SKILL.md:8:5 info bar [core]",
		}},
		{"the highest of two counts", lint.Options{Profiles: []lint.Profile{lint.Core, lint.Spec}}, []string{
			"notes/SKILL.md:8:1 warning foo [core spec]", "notes/SKILL.md:8:5 error bar [spec]",
		}},
		{"another target", lint.Options{Profiles: []lint.Profile{lint.Codex}}, []string{
			"notes/SKILL.md:6:1 error notes [codex]", "notes/SKILL.md:8:1 warning foo [codex]",
		}},
		{"disable", lint.Options{Disable: []string{"foo"}}, []string{"notes/SKILL.md:8:5 info bar [core]"}},
		{"disable all but one", lint.Options{Disable: []string{"all"}, Enable: []string{"bar"}}, []string{"notes/SKILL.md:8:5 info bar [core]"}},
		{"disable a group", lint.Options{Disable: []string{"body"}}, nil},
		{"enable what the target lacks", lint.Options{Disable: []string{"all"}, Enable: []string{"notes"}}, []string{
			"notes/SKILL.md:6:1 error notes [codex]",
		}},
		{"least severity", lint.Options{MinSeverity: parse.Warning}, []string{"notes/SKILL.md:8:1 warning foo [core]"}},
		{"configured", lint.Options{Config: &lint.Config{Rules: lint.Settings{"foo": 0, "bar": parse.Error}}}, []string{
			"notes/SKILL.md:8:5 error bar [core]",
		}},
		{"enable wins over configuration", lint.Options{Enable: []string{"foo"}, Config: &lint.Config{Rules: lint.Settings{"foo": 0}}}, []string{
			"notes/SKILL.md:8:1 warning foo [core]", "notes/SKILL.md:8:5 info bar [core]",
		}},
		{"override by path", lint.Options{Config: &lint.Config{
			Overrides: []lint.Override{{Paths: []string{"not*/*.md"}, Rules: lint.Settings{"foo": parse.Info}}},
		}}, []string{"notes/SKILL.md:8:1 info foo [core]", "notes/SKILL.md:8:5 info bar [core]"}},
		{"excluded", lint.Options{Config: &lint.Config{Exclude: []string{"notes"}}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.o.Rules = table
			if diff := cmp.Diff(tt.want, shown(run(t, noted, tt.o).Issues), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestUnknownRule(t *testing.T) {
	t.Parallel()
	_, err := lint.Run(t.Context(), lint.Input{}, lint.Options{Rules: []lint.Rule{{ID: "name-format"}}, Disable: []string{"name-fromat"}})
	unknown, ok := errors.AsType[*lint.UnknownError](err)
	if !ok || !errors.Is(err, lint.ErrConfig) {
		t.Fatalf("got %v", err)
	}
	if want := `did you mean "name-format"?`; unknown.Hint() != want {
		t.Errorf("hint %q, want %q", unknown.Hint(), want)
	}
}

func TestPanicIsAFinding(t *testing.T) {
	t.Parallel()
	table := []lint.Rule{
		{ID: "broken", Levels: onlyCodex, Check: func(*lint.Pass) { panic("oh") }},
		{ID: "broken-collect", Levels: everywhere, Collect: func(*lint.Pass) any { panic("no") }, CheckRepo: func(*lint.RepoPass) {}},
		{ID: "broken-repo", Levels: everywhere, CheckRepo: func(p *lint.RepoPass) { _ = p.Skills[7] }},
		wordRule("foo", "foo", "", everywhere),
	}
	result := run(t, noted, lint.Options{Rules: table})
	want := []string{
		".:0:0 warning broken-repo [core]",
		"notes/SKILL.md:0:0 warning broken [core]",
		"notes/SKILL.md:0:0 warning broken-collect [core]",
		"notes/SKILL.md:8:1 warning foo [core]",
	}
	if diff := cmp.Diff(want, shown(result.Issues)); diff != "" {
		t.Error(diff)
	}
	if m := result.Issues[1].Message; !strings.Contains(m, "oh") || !strings.Contains(m, "run_test.go:") {
		t.Errorf("message %q does not name the fault and its place", m)
	}
}

func TestOrderDoesNotDependOnScheduling(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "-- s%02d/SKILL.md --\n---\nname: s%02d\ndescription: foo and bar\n---\nfoo bar foo\n", i, i)
	}
	table := []lint.Rule{wordRule("foo", "foo", "", everywhere), wordRule("bar", "bar", "", everywhere)}
	one := run(t, text.String(), lint.Options{Rules: table, Jobs: 1})
	slices := table[:]
	slices[0], slices[1] = slices[1], slices[0]
	many := run(t, text.String(), lint.Options{Rules: slices, Jobs: 8})
	if diff := cmp.Diff(one.Issues, many.Issues); diff != "" {
		t.Error(diff)
	}
	if one.Skills != 40 || len(one.Issues) != 40*5 {
		t.Errorf("%d skills, %d issues", one.Skills, len(one.Issues))
	}
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	tree, err := linttest.ParseTree(noted)
	if err != nil {
		t.Fatal(err)
	}
	in := tree.Input(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lint.Run(ctx, in, lint.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestRepoRule(t *testing.T) {
	t.Parallel()
	rule := lint.Rule{
		ID: "many-foos", Levels: everywhere,
		Collect: func(p *lint.Pass) any { return strings.Count(p.Skill.Body(), "foo") },
		CheckRepo: func(p *lint.RepoPass) {
			for _, s := range p.Skills {
				if s.Fact.(int) > 1 {
					p.Report(s, s.NameSpan, "%d foos", s.Fact)
				}
			}
			if f, ok := p.File("top.json"); ok {
				p.ReportIn(f, f.Span(1, 4), "found %s", f.Bytes()[1:4])
			}
		},
	}
	text := "-- a/SKILL.md --\n---\nname: a\ndescription: d\n---\nfoo foo\n" +
		"-- b/SKILL.md --\n---\nname: b\ndescription: d\n---\nfoo\n" +
		"-- c/SKILL.md --\n---\n# skillctl-disable many-foos -- they are wanted\nname: c\ndescription: d\n---\nfoo foo foo\n" +
		"-- top.json --\n{foo}\n"
	result := run(t, text, lint.Options{Rules: []lint.Rule{rule}})
	want := []string{"a/SKILL.md:2:7 warning many-foos [core]", "top.json:1:2 warning many-foos [core]"}
	if diff := cmp.Diff(want, shown(result.Issues)); diff != "" {
		t.Error(diff)
	}
	if result.Summary.Suppressed != 1 {
		t.Errorf("%d suppressed, want 1", result.Summary.Suppressed)
	}
	if got := result.Issues[1].Excerpt.Text; got != "{foo}" {
		t.Errorf("excerpt %q", got)
	}
}

// TestHostileFileStaysBounded lints one line with far more places than are
// reported, and with far more comments than count.
func TestHostileFileStaysBounded(t *testing.T) {
	t.Parallel()
	table := append([]lint.Rule{wordRule("foo", "foo", "", everywhere)}, lint.MetaRules()...)
	text := "---\nname: notes\ndescription: d\n---\n" + strings.Repeat("foo bar ", 20_000) +
		"\n" + strings.Repeat("<!-- skillctl-disable no-rule --> ", 5_000) + "\n"
	result := run(t, text, lint.Options{Rules: table})
	count := map[string]int{}
	for _, i := range result.Issues {
		count[i.Rule]++
		if len(i.Excerpt.Text) > 1000 {
			t.Fatalf("an excerpt of %d bytes", len(i.Excerpt.Text))
		}
	}
	want := map[string]int{"foo": lint.MaxRuleFindings + 1, lint.RuleUnusedSuppression: 1000}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Error(diff)
	}
	if m := result.Issues[0].Message; !strings.HasPrefix(m, "more than 1000 findings") {
		t.Errorf("the rest is not told: %s", m)
	}
}
