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

// CutPath shortens a slash-separated path to at most width cells. It keeps the
// last element, which says most, and of the others whole ones: those at the
// start that fit, else those at the end. A last element that does not fit
// itself is cut as by [CutStart].
func CutPath(path string, width int) string {
	if Width(path) <= width {
		return path
	}
	last := strings.LastIndexByte(path, '/')
	if last <= 0 || Width(path[last:]) >= width {
		return CutStart(path, width)
	}
	room := width - 1 - Width(path[last:])
	if first := firstElements(path[:last], room); first != "" {
		return first + ellipsis + path[last:]
	}
	short := CutStart(path, width)
	return ellipsis + short[strings.IndexByte(short, '/'):]
}

// firstElements is the longest start of path that ends behind a slash, holds
// more than slashes and takes at most width cells; "" when there is none.
func firstElements(path string, width int) string {
	start := head(path, width)
	start = start[:strings.LastIndexByte(start, '/')+1]
	if strings.Trim(start, "/") == "" {
		return ""
	}
	return start
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
