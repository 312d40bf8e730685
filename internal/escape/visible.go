package escape

import "unicode"

// Visible is [Line] that also shows what hides or reorders text: zero-width
// spaces, invisible operators, tags, and the bidirectional embeddings,
// overrides and isolates. The joiners stay, as emoji and several scripts are
// written with them, and so do the marks of direction. It is for showing a
// text to a person who has to trust what is seen.
func Visible(s string) string { return escape(s, isHiding) }

func isHiding(r rune) bool {
	switch {
	case isLineControl(r):
		return true
	case r < 0x80:
		return false
	case r == '\u200c' || r == '\u200d' || r == '\u200e' || r == '\u200f' || r == '\u061c' || r == '\u00ad':
		return false
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
