package escape

import (
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, text, line, hidden string }{
		{"plain", "añb 漢字 🙂", "añb 漢字 🙂", "añb 漢字 🙂", "añb 漢字 🙂"},
		{"newline and tab", "a\n\tb", "a\n\tb", `a\u{a}\u{9}b`, `a\u{a}\u{9}b`},
		{"escape", "a\x1b[2J", `a\u{1b}[2J`, `a\u{1b}[2J`, `a\u{1b}[2J`},
		{"carriage return", "a\rb", `a\u{d}b`, `a\u{d}b`, `a\u{d}b`},
		{"NUL and DEL", "\x00\x7f", `\u{0}\u{7f}`, `\u{0}\u{7f}`, `\u{0}\u{7f}`},
		{"C1", "\u009b31m", `\u{9b}31m`, `\u{9b}31m`, `\u{9b}31m`},
		{"raw C1 byte", "\x9b31m", `\x9b31m`, `\x9b31m`, `\x9b31m`},
		{"replacement character", "\ufffd", "\ufffd", "\ufffd", "\ufffd"},
		{"line separator", "a\u2028b", "a\u2028b", `a\u{2028}b`, `a\u{2028}b`},
		{"bidi", "a\u202eb", "a\u202eb", "a\u202eb", `a\u{202e}b`},
		{"tag", "a\U000e0041", "a\U000e0041", "a\U000e0041", `a\u{e0041}`},
		{"zero width", "a\u200bb", "a\u200bb", "a\u200bb", `a\u{200b}b`},
		{"emoji selector", "❤\ufe0f", "❤\ufe0f", "❤\ufe0f", "❤\ufe0f"},
	} {
		if got := Text(c.in); got != c.text {
			t.Errorf("%s: Text = %q, want %q", c.name, got, c.text)
		}
		if got := Line(c.in); got != c.line {
			t.Errorf("%s: Line = %q, want %q", c.name, got, c.line)
		}
		if got := Hidden(c.in); got != c.hidden {
			t.Errorf("%s: Hidden = %q, want %q", c.name, got, c.hidden)
		}
		if got := clean(c.in, isControl); got != (c.text == c.in) {
			t.Errorf("%s: clean = %v", c.name, got)
		}
	}
}

// FuzzText: what was escaped holds nothing to escape, and each form escapes
// at least as much as the one before.
func FuzzText(f *testing.F) {
	f.Add("añ漢🙂\x1b[0m\x9b")
	f.Fuzz(func(t *testing.T, s string) {
		for _, form := range []func(string) string{Text, Line, Visible, Hidden} {
			if got := form(s); form(got) != got || Text(got) != got || !utf8.ValidString(got) {
				t.Fatalf("%q gives %q", s, got)
			}
		}
	})
}
