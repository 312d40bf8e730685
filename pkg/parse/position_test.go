package parse

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestColumnsOfLongLines compares the columns of a line that is counted in
// pieces with a plain count.
func TestColumnsOfLongLines(t *testing.T) {
	t.Parallel()
	text := []byte("short\n" + strings.Repeat("aé山🎉", 3000) + "\nend")
	lines := NewLines(text)
	start := lines.Start(2)
	for _, at := range []int{start, start + 1, start + 2047, start + 2048, start + 10_000, start + 12_345, len(text) - 4} {
		for !utf8.RuneStart(text[at]) {
			at++
		}
		if got, want := lines.Pos(at).Column, 1+utf8.RuneCount(text[start:at]); got != want {
			t.Errorf("offset %d: column %d, want %d", at, got, want)
		}
	}
}
