package linttest

import (
	"slices"
	"testing"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// Input scans the tree for skills.
func (t *Tree) Input(tb testing.TB) lint.Input {
	tb.Helper()
	catalog, err := parse.Scan(tb.Context(), []parse.Root{{Kind: "dir", FS: t.FS}}, parse.ScanOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	for _, r := range catalog.Roots {
		if r.Err != nil {
			tb.Fatal(r.Err)
		}
	}
	return lint.InputOf(catalog)
}

// Run lints a tree with the whole table and returns the issues of the rules
// that keep names; none means all rules.
func (t *Tree) Run(tb testing.TB, o lint.Options, keep ...string) []lint.Issue {
	tb.Helper()
	o.Repos = []lint.Repo{{FS: t.FS}}
	result, err := lint.Run(tb.Context(), t.Input(tb), o)
	if err != nil {
		tb.Fatal(err)
	}
	return slices.DeleteFunc(result.Issues, func(i lint.Issue) bool {
		return len(keep) > 0 && !slices.Contains(keep, i.Rule)
	})
}

// Check lints a tree written as text and reports where the issues of one rule
// differ from what the tree expects.
func Check(t *testing.T, rules []lint.Rule, rule, text string) {
	t.Helper()
	tree, err := ParseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	expected, err := tree.Expect()
	if err != nil {
		t.Fatal(err)
	}
	issues := tree.Run(t, lint.Options{Rules: rules, Profiles: expected.Profiles}, rule)
	for _, fault := range expected.Compare(issues) {
		t.Error(fault)
	}
}

// Triggers returns the issues of one rule in a tree written as text, for every
// profile.
func Triggers(t *testing.T, rules []lint.Rule, rule, text string) []lint.Issue {
	t.Helper()
	tree, err := ParseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree.Run(t, lint.Options{Rules: rules, Profiles: lint.Profiles()}, rule)
}
