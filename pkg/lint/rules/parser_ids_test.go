package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/rules"
)

// TestParserIDsAreDocumented finds the ids of diagnostics in the source of
// package parse: each has an entry in the table, with its page and levels.
func TestParserIDsAreDocumented(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../parse/*ids.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files with ids: %v", err)
	}
	known := lint.IDs(rules.All())
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || !strings.HasPrefix(spec.Names[0].Name, "Rule") {
				return true
			}
			id, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(known, id) {
				t.Errorf("%s: %s (%q) has no rule", name, spec.Names[0].Name, id)
			}
			return false
		})
	}
}
