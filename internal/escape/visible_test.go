package escape_test

import (
	"testing"

	"github.com/skillctl/skillctl/internal/escape"
)

const (
	england = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
	wales   = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
)

func TestVisible(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain é 日本":                   "plain é 日本",
		"a\u200bb\u2060c":              `a\u{200b}b\u{2060}c`,
		"x\u202ey\u2066z":              `x\u{202e}y\u{2066}z`,
		"tag\U000e0041":                `tag\u{e0041}`,
		"👩\u200d💻":                     "👩\u200d💻",
		"می\u200cخواهم":                "می\u200cخواهم",
		"\u0600\u0661":                 "\u0600\u0661",
		"a " + england + "b\n" + wales: "a " + england + `b\u{a}` + wales,
		// Not a flag that is shown as one, or more than the flag.
		"\U0001f3f4\U000e0075\U000e0073\U000e007f":        "\U0001f3f4" + `\u{e0075}\u{e0073}\u{e007f}`,
		england[:len(england)-4] + "\U000e0061\U000e007f": "\U0001f3f4" + `\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e0061}\u{e007f}`,
		england + "\U000e0061":                            england + `\u{e0061}`,
		"\U0001f3f4\U000e0067\U000e0062" + england:        "\U0001f3f4" + `\u{e0067}\u{e0062}` + england,
		"esc\x1b[31m\tnew\nli":                            `esc\u{1b}[31m\u{9}new\u{a}li`,
	} {
		if got := escape.Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}
