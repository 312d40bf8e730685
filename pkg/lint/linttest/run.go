package linttest

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// Skills loads every skill of a tree, sorted by path.
func (t *Tree) Skills(tb testing.TB) []*parse.Skill {
	tb.Helper()
	var all []*parse.Skill
	err := fs.WalkDir(t.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(d.Name(), "SKILL.md") {
			return err
		}
		dir := path.Dir(name)
		sub, err := fs.Sub(t.FS, dir)
		if err != nil {
			return err
		}
		all = append(all, parse.Load(sub, d.Name(), parse.Options{
			Path: name, Dir: rootDir + "/" + dir, DirName: path.Base(dir), FileName: d.Name(), FS: sub,
		}))
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// rootDir is where trees pretend to lie.
const rootDir = "/repo"

// Run lints a tree with the whole table and returns the issues of the rules
// that keep names; none means all rules.
func (t *Tree) Run(tb testing.TB, o lint.Options, keep ...string) []lint.Issue {
	tb.Helper()
	o.Repos = []lint.Repo{{FS: t.FS, Dir: rootDir}}
	result, err := lint.Run(tb.Context(), lint.Input{Skills: t.Skills(tb)}, o)
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
