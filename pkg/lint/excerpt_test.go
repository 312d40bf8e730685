package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
)

func TestExcerpt(t *testing.T) {
	t.Parallel()
	table := []lint.Rule{wordRule("foo", "foo", "", everywhere)}
	const front = "---\nname: notes\ndescription: d\n---\n"
	left, right := strings.Repeat("é", 500), strings.Repeat("世", 500)
	tests := map[string]struct {
		body string
		want lint.Excerpt
	}{
		"whole line":   {"é世 foo bar\n", lint.Excerpt{Text: "é世 foo bar", Column: 4, Length: 3}},
		"at the start": {"foo\n", lint.Excerpt{Text: "foo", Column: 1, Length: 3}},
		"at the end":   {"a foo", lint.Excerpt{Text: "a foo", Column: 3, Length: 3}},
		"long line": {left + "foo" + right + "\n", lint.Excerpt{
			Text: left[:2*160] + "foo" + right[:3*157], Column: 161, Length: 3, CutLeft: true, CutRight: true,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			issues := run(t, front+tt.body, lint.Options{Rules: table}).Issues
			if len(issues) != 1 {
				t.Fatalf("%d issues", len(issues))
			}
			if diff := cmp.Diff(tt.want, issues[0].Excerpt); diff != "" {
				t.Error(diff)
			}
		})
	}
}
