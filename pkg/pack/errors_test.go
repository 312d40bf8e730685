package pack

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

func TestErrorTellsItsCause(t *testing.T) {
	t.Parallel()
	err := &Error{Entry: "a/b", Rule: RuleDamaged, Detail: "cannot be read", Err: errors.New("bad block")}
	if got, want := err.Error(), "entry a/b: cannot be read: bad block [damaged]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Every rule says what to do, also one that is added later.
func TestEveryRuleHasAHint(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"errors.go", "../../internal/safefs/errors.go"} {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || !strings.HasPrefix(spec.Names[0].Name, "Rule") {
				return true
			}
			seen++
			rule, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			if (&Error{Rule: rule}).Hint() == "" {
				t.Errorf("%s: rule %q has no hint", file, rule)
			}
			return true
		})
		if seen < 15 {
			t.Errorf("%s: found %d rules only", file, seen)
		}
	}
}

func TestErrorNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", maxShownName) + "/end"
	for name, c := range map[string]struct{ entry, want string }{
		"short":   {"a/b", "entry a/b: bad [link]"},
		"escaped": {"a\x1bb\nc", "entry a\\u{1b}b\\nc: bad [link]"},
		"long":    {long, "entry " + strings.Repeat("ä", 50) + "…" + strings.Repeat("ä", 48) + "/end: bad [link]"},
		"cut inside of a letter": {
			"x" + long, "entry x" + strings.Repeat("ä", 49) + "…" + strings.Repeat("ä", 48) + "/end: bad [link]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := refuse(c.entry, RuleLink, "bad").Error(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
