package parse

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// slugger makes the fragments of headings as GitHub does.
type slugger map[string]int

func (s slugger) slug(text string) string {
	base := fragment(text)
	n, again := s[base]
	if !again {
		s[base] = 0
		return base
	}
	for {
		n++
		slug := base + "-" + strconv.Itoa(n)
		if _, taken := s[slug]; !taken {
			s[base], s[slug] = n, 0
			return slug
		}
	}
}

// fragment is what GitHub makes of the first heading of this text:
// lower case, blanks become hyphens, and of the rest only letters, marks,
// digits, hyphens and connecting punctuation such as _ stay.
func fragment(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, c := range strings.ToLower(text) {
		switch {
		case c == ' ':
			b.WriteByte('-')
		case c == '-' || inSlug(c):
			b.WriteRune(c)
		}
	}
	return b.String()
}

// inSlug asks the tables of Unicode only about what is not ASCII: they are
// large.
func inSlug(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
	}
	return unicode.In(c, unicode.L, unicode.M, unicode.Nd, unicode.Pc)
}
