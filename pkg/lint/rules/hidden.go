package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hiddenKind sorts characters that a reader does not see but a model reads.
type hiddenKind uint8

const (
	notHidden   hiddenKind = iota
	tagChars               // U+E0000 to U+E007F, ASCII in disguise
	bidiControl            // U+202A to U+202E, U+2066 to U+2069
	zeroWidth              // zero-width and other invisible format characters
	variations             // variation selectors supplement, U+E0100 to U+E01EF
	privateUse             // private use characters
)

// hiddenRun is a stretch of neighboring hidden characters of one kind.
type hiddenRun struct {
	kind       hiddenKind
	start, end int    // byte offsets
	count      int    // characters
	decoded    string // what tag characters spell, else ""
}

// hiddenRuns finds hidden characters in text. Uses that writing systems and
// emoji need are left out: a byte order mark at the start, joiners inside
// words of scripts that need them and inside emoji, flags made of tags.
func hiddenRuns(text []byte) []hiddenRun {
	var runs []hiddenRun
	var prev rune
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			prev = rune(text[i])
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		kind := hiddenKindOf(r)
		if kind == notHidden || i == 0 && r == '\uFEFF' || needed(r, prev, text[i+size:]) {
			prev = r
			i += size
			continue
		}
		if n := flagTags(prev, text[i:]); n > 0 {
			i += n
			continue
		}
		run := takeRun(text, i, kind)
		runs = append(runs, run)
		i = run.end
	}
	return runs
}

// takeRun reads the run of one kind that starts at the byte offset start.
func takeRun(text []byte, start int, kind hiddenKind) hiddenRun {
	run := hiddenRun{kind: kind, start: start, end: start}
	var decoded strings.Builder
	for run.end < len(text) {
		r, size := utf8.DecodeRune(text[run.end:])
		if hiddenKindOf(r) != kind {
			break
		}
		if kind == tagChars && r > 0xE0020 && r < 0xE007F {
			decoded.WriteRune(r - 0xE0000)
		}
		if kind == tagChars && r == 0xE0020 {
			decoded.WriteByte(' ')
		}
		run.end += size
		run.count++
	}
	run.decoded = decoded.String()
	return run
}

func hiddenKindOf(r rune) hiddenKind {
	switch {
	case r < 0xAD:
		return notHidden
	case r >= 0xE0000 && r <= 0xE007F:
		return tagChars
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return bidiControl
	case r >= 0xE0100 && r <= 0xE01EF:
		return variations
	case r == 0x200B, r == 0x200C, r == 0x200D, r >= 0x2060 && r <= 0x2064, r == 0x180E, r == 0xFEFF, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0:
		return zeroWidth
	case unicode.Is(unicode.Co, r):
		return privateUse
	}
	return notHidden
}

// needed reports whether a zero-width joiner or non-joiner does its proper
// work: between letters of a script that uses it, or inside an emoji.
func needed(r, prev rune, rest []byte) bool {
	if r != '\u200C' && r != '\u200D' {
		return false
	}
	next, _ := utf8.DecodeRune(rest)
	if joins(prev) || joins(next) {
		return true
	}
	return r == '\u200D' && isPictograph(prev) && isPictograph(next)
}

// joins reports whether letters of r's script take joiners.
func joins(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// isPictograph reports whether r can stand beside a joiner in an emoji.
func isPictograph(r rune) bool {
	return r == 0xFE0F || r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x2BFF || r == 0x20E3
}

// flagTags is the length in bytes of the tags of a flag emoji (black flag,
// tags, cancel tag) that begin text, or 0.
func flagTags(prev rune, text []byte) int {
	if prev != 0x1F3F4 {
		return 0
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == 0xE007F:
			if n := i + size; n <= 7*4 {
				return n
			}
			return 0
		case r < 0xE0030 || r > 0xE007A:
			return 0
		}
		i += size
	}
	return 0
}
