package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/linttest"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// TestTable walks the table: every rule is documented, in a known group, and
// its bad example triggers it while its good one does not.
func TestTable(t *testing.T) {
	t.Parallel()
	table := rules.All()
	seen := map[string]bool{}
	for _, r := range table {
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			checkTexts(t, r)
			if r.ID != parse.RuleUnreadable { // no tree in memory refuses to be read
				checkExamples(t, table, r)
			}
		})
		if seen[r.ID] {
			t.Errorf("%s stands in the table twice", r.ID)
		}
		seen[r.ID] = true
	}
}

func checkTexts(t *testing.T, r lint.Rule) {
	t.Helper()
	if !idForm.MatchString(r.ID) {
		t.Errorf("id %q is not lower-case words with hyphens", r.ID)
	}
	if !slices.Contains(lint.Groups(), r.Group) {
		t.Errorf("unknown group %q", r.Group)
	}
	for name, text := range map[string]string{"Summary": r.Summary, "What": r.What, "Why": r.Why, "Bad": r.Bad, "Good": r.Good, "Source": r.Source} {
		if strings.TrimSpace(text) == "" {
			t.Errorf("%s is empty", name)
		}
	}
	if strings.HasSuffix(r.Summary, ".") || strings.Contains(r.Summary, "\n") {
		t.Errorf("summary %q is not one line without a full stop", r.Summary)
	}
	if top, _ := r.Levels.Over(lint.Profiles()); top == 0 {
		t.Error("no profile has a level")
	}
}

func checkExamples(t *testing.T, table []lint.Rule, r lint.Rule) {
	t.Helper()
	bad := linttest.Triggers(t, table, r.ID, r.Bad)
	if len(bad) == 0 {
		t.Errorf("the bad example does not trigger the rule:\n%s", r.Bad)
	}
	fixed := slices.ContainsFunc(bad, func(i lint.Issue) bool { return len(i.Fix) > 0 })
	if fixed != r.Fixable {
		t.Errorf("Fixable is %t, but the bad example has a fix: %t", r.Fixable, fixed)
	}
	for _, i := range linttest.Triggers(t, table, r.ID, r.Good) {
		t.Errorf("the good example triggers the rule: %s:%d:%d: %s", i.Path, i.Span.Start.Line, i.Span.Start.Column, i.Message)
	}
}

// TestFixtures lints testdata/<rule>/*.txtar and compares the findings of that
// rule with the want comments in the files.
func TestFixtures(t *testing.T) {
	t.Parallel()
	table := rules.All()
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		rule := filepath.Base(filepath.Dir(file))
		t.Run(rule+"/"+filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if !slices.Contains(lint.IDs(table), rule) {
				t.Fatalf("the table has no rule %s", rule)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			linttest.Check(t, table, rule, string(text))
		})
	}
}
