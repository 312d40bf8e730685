package escape

import (
	"strings"
	"unicode"
)

// Visible is [Line] that also shows what hides or reorders text: zero-width
// spaces, invisible operators, tags, and the bidirectional embeddings,
// overrides and isolates. The joiners stay, as emoji and several scripts are
// written with them, and so do the marks of direction, and the tags in the
// flags of England, Scotland and Wales. It is for showing a text to a person
// who has to trust what is seen.
func Visible(s string) string {
	var b strings.Builder
	for {
		at, flag := nextFlag(s)
		text := escape(s[:at], isHiding)
		if flag == "" && b.Len() == 0 {
			return text
		}
		b.WriteString(text)
		b.WriteString(flag)
		if flag == "" {
			return b.String()
		}
		s = s[at+len(flag):]
	}
}

// The flags that Unicode recommends for interchange and that are written with
// tags: a black flag, the region, and the end (UTS #51, emoji tag sequences).
// Any other sequence of tags shows nothing of what it says.
const (
	tagsGB      = "\U0001F3F4\U000E0067\U000E0062"
	flagEngland = tagsGB + "\U000E0065\U000E006E\U000E0067\U000E007F"
	flagScots   = tagsGB + "\U000E0073\U000E0063\U000E0074\U000E007F"
	flagWales   = tagsGB + "\U000E0077\U000E006C\U000E0073\U000E007F"
)

// nextFlag finds the first such flag: where it begins, and the flag. Without
// one it is the length of s and "".
func nextFlag(s string) (at int, flag string) {
	for at = 0; ; at += len(tagsGB) {
		next := strings.Index(s[at:], tagsGB)
		if next < 0 {
			return len(s), ""
		}
		at += next
		for _, flag := range []string{flagEngland, flagScots, flagWales} {
			if strings.HasPrefix(s[at:], flag) {
				return at, flag
			}
		}
	}
}

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
