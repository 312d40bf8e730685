package ui

import (
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/bidi"
)

// ellipsis stands for what was cut away; it is one cell wide.
const ellipsis = "…"

// Width is the number of character cells that s takes in a terminal: two for
// wide characters, none for combining ones. Control characters count nothing,
// so s should have gone through internal/escape.
func Width(s string) int {
	if isASCII(s) {
		return len(s)
	}
	return uniseg.StringWidth(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x7f || s[i] < ' ' {
			return false
		}
	}
	return true
}

// Cut shortens s to at most width cells; what was cut at the end becomes an
// ellipsis. No character is split from the marks that combine with it.
func Cut(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	return strings.TrimRight(head(s, width-1), " ") + ellipsis
}

// CutStart shortens s to at most width cells; what was cut at the start
// becomes an ellipsis. It suits paths, whose end says most.
func CutStart(s string, width int) string {
	have := Width(s)
	if have <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	for state := -1; s != "" && have > width-1; {
		var cells int
		_, s, cells, state = uniseg.FirstGraphemeClusterInString(s, state)
		have -= cells
	}
	return ellipsis + s
}

// CutPath shortens a slash-separated path like [CutStart], and drops whole
// elements when its last one fits.
func CutPath(path string, width int) string {
	short := CutStart(path, width)
	if short == path {
		return path
	}
	if slash := strings.IndexByte(short, '/'); slash > 0 {
		return ellipsis + short[slash:]
	}
	return short
}

// head is the longest start of s that takes at most width cells.
func head(s string, width int) string {
	rest, end := s, 0
	for state := -1; rest != ""; {
		var cluster string
		var cells int
		cluster, rest, cells, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if width -= cells; width < 0 {
			break
		}
		end += len(cluster)
	}
	return s[:end]
}

// padLeft fills s with blanks on its left to width cells.
func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-Width(s))) + s
}

// isolate wraps a text that holds right-to-left characters in directional
// isolates, so that a terminal which reorders such text does not pull the
// neighboring columns into it. The marks take no cell.
func isolate(s string) string {
	if isASCII(s) {
		return s
	}
	for _, r := range s {
		p, _ := bidi.LookupRune(r)
		if c := p.Class(); c == bidi.R || c == bidi.AL {
			return "\u2068" + s + "\u2069"
		}
	}
	return s
}
