package escape_test

import (
	"testing"

	"github.com/skillctl/skillctl/internal/escape"
)

func TestVisible(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain é 日本":           "plain é 日本",
		"a\u200bb\u2060c":      `a\u{200b}b\u{2060}c`,
		"x\u202ey\u2066z":      `x\u{202e}y\u{2066}z`,
		"tag\U000e0041":        `tag\u{e0041}`,
		"👩\u200d💻":             "👩\u200d💻",
		"می\u200cخواهم":        "می\u200cخواهم",
		"\u0600\u0661":         "\u0600\u0661",
		"esc\x1b[31m\tnew\nli": `esc\u{1b}[31m\u{9}new\u{a}li`,
	} {
		if got := escape.Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}
