// Package escape makes control characters visible.
//
// Text from a skill, an archive or a server may hold terminal escapes that
// move the cursor, hide lines or rename the window. Everything that reaches a
// terminal or a report passes through this package first: C0 controls, DEL, C1
// controls and bytes that are not UTF-8 come out as \u{1b} or \x9b. What is
// printable is left alone, whatever its script.
package escape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text escapes control characters but keeps newline and tab.
func Text(s string) string { return escape(s, isControl) }

// Line escapes control characters, newline, tab and the Unicode line and
// paragraph separators included, so that the result stays on one line.
func Line(s string) string { return escape(s, isLineControl) }

// Hidden is [Line] that shows invisible characters too: bidirectional
// controls, zero-width characters, tags, variation selectors of the
// supplement and private-use characters. It is for naming a suspicious text.
func Hidden(s string) string {
	return escape(s, func(r rune) bool { return isLineControl(r) || isInvisible(r) })
}

func escape(s string, bad func(rune) bool) string {
	if clean(s, bad) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size <= 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case bad(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// clean reports whether escape would leave s as it is.
func clean(s string, bad func(rune) bool) bool {
	for i, r := range s {
		if bad(r) {
			return false
		}
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size <= 1 {
				return false
			}
		}
	}
	return true
}

func isControl(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }

func isLineControl(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
}

// isInvisible reports format and private-use characters, and those that only
// select a glyph. U+FE0F is common in emoji and stays.
func isInvisible(r rune) bool {
	switch {
	case unicode.In(r, unicode.Cf, unicode.Co):
		return true
	case r >= 0xE0100 && r <= 0xE01EF, r == 0x034F, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0:
		return true
	}
	return false
}
