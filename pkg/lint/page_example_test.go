package lint

import (
	"strings"
	"testing"
)

func TestAbridge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"short", "a\nb\n", "a\nb\n"},
		{"no line end", "a", "a\n"},
		{"long line", strings.Repeat("é", 200) + "\nb\n", strings.Repeat("é", 160) + "… (200 characters)\nb\n"},
		{"repeated lines", strings.Repeat("- x\n", 10) + "b\n", "- x\n- x\n- x\n… (7 more such lines)\nb\n"},
		{"repeated at the end", strings.Repeat("x\n", 5), "x\nx\nx\n… (2 more such lines)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := abridge(c.text); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
