package ui

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWidth(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{
		"":                0,
		"plain":           5,
		"日本語":             6,
		"e\u0301te\u0301": 3,
		"👩‍💻":             2,
		"🇩🇪":              2,
		"שלום":            4,
		"ﾊﾝｶｸ":            4,
		"\u2068x\u2069":   1,
	} {
		if got := Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s          string
		width      int
		end, start string
	}{
		{"abcdef", 6, "abcdef", "abcdef"},
		{"abcdef", 5, "abcd…", "…cdef"},
		{"ab cdef", 4, "ab…", "…def"},
		{"日本語", 5, "日本…", "…本語"},
		{"日本語", 4, "日…", "…語"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…", "…e\u0301"},
		{"abc", 1, "…", "…"},
		{"abc", 0, "", ""},
	} {
		if got := Cut(c.s, c.width); got != c.end {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.s, c.width, got, c.end)
		}
		if got := CutStart(c.s, c.width); got != c.start {
			t.Errorf("CutStart(%q, %d) = %q, want %q", c.s, c.width, got, c.start)
		}
	}
}

func TestCutPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path  string
		width int
		want  string
	}{
		{"a/b/c", 5, "a/b/c"},
		{"skills/alpha/beta", 16, "skills/…/beta"},
		{"skills/alpha/beta", 13, "skills/…/beta"},
		{"skills/alpha/beta", 12, "…/alpha/beta"},
		{"skills/alpha/beta", 8, "…/beta"},
		{"skills/alpha/beta", 6, "…/beta"},
		{"skills/alpha/beta", 5, "…beta"},
		{"/home/me/skills/beta", 14, "/home/…/beta"},
		{"/home/me/skills/beta", 8, "…/beta"},
		{"https://example.com/skills/beta", 28, "https://example.com/…/beta"},
		{"日本/中国/日本語", 13, "日本/…/日本語"},
		{"/alphabet", 6, "…habet"},
		{"skills/alphabet", 6, "…habet"},
	} {
		if got := CutPath(c.path, c.width); got != c.want {
			t.Errorf("CutPath(%q, %d) = %q, want %q", c.path, c.width, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s     string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 8, []string{"one two", "three"}},
		{"see https://example.com/a/b now", 24, []string{"see", "https://example.com/a/b", "now"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"日本語です", 4, []string{"日本", "語で", "す"}},
		{"a\nb", 10, []string{"a", "b"}},
	} {
		if diff := cmp.Diff(c.want, Wrap(c.s, c.width)); diff != "" {
			t.Errorf("Wrap(%q, %d):\n%s", c.s, c.width, diff)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("one two\tthree 日本語 e\u0301 👩‍💻", 5)
	f.Fuzz(func(t *testing.T, s string, width int) {
		width = 2 + (width&0xff)%80
		for _, line := range Wrap(s, width) {
			if Width(line) > width && len([]rune(line)) > 1 && Width(head(line, width)) > 0 && head(line, width) != line {
				t.Errorf("line %q is %d cells wide, more than %d", line, Width(line), width)
			}
		}
		kept := strings.Join(Wrap(s, width), "")
		if bare(kept) != bare(s) {
			t.Errorf("wrapping %q lost text: %q", s, kept)
		}
	})
}

// bare is s without the blanks and line ends that wrapping may drop.
func bare(s string) string {
	return strings.NewReplacer(" ", "", "\n", "").Replace(s)
}
