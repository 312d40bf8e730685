package parse

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const bom = "\ufeff"

// checkBytes judges the file before anyone reads characters. It returns the
// diagnostic for which the file cannot be read as text at all, or nil.
func checkBytes(r *report, src []byte) *Diagnostic {
	if name := wideEncoding(src); name != "" {
		d := r.add(RuleUTF16, 0, 0, "file is %s, not UTF-8", name)
		d.Hint = "save it as UTF-8"
		return d
	}
	if len(src) > MaxFileBytes {
		return tooLarge(r)
	}
	if at := invalidUTF8(src); at >= 0 {
		d := r.add(RuleNotUTF8, at, at+1, "byte 0x%02x at offset %d is not valid UTF-8", src[at], at)
		d.Hint = "save the file as UTF-8"
		return d
	}
	return nil
}

func tooLarge(r *report) *Diagnostic {
	d := r.add(RuleTooLarge, 0, 0, "file is longer than %d bytes", MaxFileBytes)
	d.Hint = "move material to files under references/ and link to them"
	return d
}

// wideEncoding names the encoding of UTF-16 and UTF-32 files: by their byte
// order mark, or by the zero bytes around an ASCII fence.
func wideEncoding(src []byte) string {
	for _, e := range []struct{ prefix, name string }{
		{"\xff\xfe\x00\x00", "UTF-32"},
		{"\x00\x00\xfe\xff", "UTF-32"},
		{"\xff\xfe", "UTF-16 (little endian)"},
		{"\xfe\xff", "UTF-16 (big endian)"},
		{"-\x00-\x00", "UTF-16 (little endian)"},
		{"\x00-\x00-", "UTF-16 (big endian)"},
	} {
		if bytes.HasPrefix(src, []byte(e.prefix)) {
			return e.name
		}
	}
	return ""
}

// invalidUTF8 is the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(src []byte) int {
	if utf8.Valid(src) {
		return -1
	}
	for at := 0; at < len(src); {
		c, size := utf8.DecodeRune(src[at:])
		if c == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// checkBOM reports a byte order mark and returns the offset behind it.
func checkBOM(r *report, src []byte) int {
	if !bytes.HasPrefix(src, []byte(bom)) {
		return 0
	}
	d := r.add(RuleBOM, 0, len(bom), "the file starts with a byte order mark; several clients then see no frontmatter")
	d.Hint = "save the file as UTF-8 without a byte order mark"
	d.Fix = []Edit{{Start: 0, End: len(bom)}}
	return len(bom)
}

// checkLineEnds reports line ends other than LF, once a kind.
func checkLineEnds(r *report, src []byte) {
	if bytes.IndexByte(src, '\r') < 0 {
		return
	}
	crlf, firstCRLF, lone := 0, -1, -1
	for at, c := range src {
		switch {
		case c != '\r':
		case at+1 < len(src) && src[at+1] == '\n':
			if crlf == 0 {
				firstCRLF = at
			}
			crlf++
		case lone < 0:
			lone = at
		}
	}
	if lone >= 0 {
		r.add(RuleLoneCR, lone, lone+1, "carriage return without line feed; readers disagree on whether a line ends here").
			Hint = "end lines with a line feed"
	}
	switch lf := bytes.Count(src, []byte("\n")); crlf {
	case 0:
	case lf:
		r.add(RuleCRLF, firstCRLF, firstCRLF+2, "lines end with CRLF").Hint = "end lines with LF"
	default:
		r.add(RuleMixedLineEnds, firstCRLF, firstCRLF+2, "%d lines end with CRLF, %d with LF", crlf, lf-crlf).
			Hint = "use one kind of line end, best LF"
	}
}

// checkControls reports the control characters of src[start:end], one
// diagnostic a kind of character so that a binary file stays readable; c1 asks
// for U+0080 to U+009F too.
func checkControls(r *report, src []byte, start, end int, c1 bool) {
	var seen [256]int
	for at := nextControl(src[:end], start, c1); at >= 0; at = nextControl(src[:end], at+1, c1) {
		c := rune(src[at])
		if c == 0xc2 {
			c = rune(src[at+1])
		}
		if seen[c]++; seen[c] > 1 {
			continue
		}
		rule := RuleControl
		if c == 0 {
			rule = RuleNUL
		}
		r.add(rule, at, at+utf8.RuneLen(c), "%s", controlName(c)).Hint = "delete it"
	}
}

func controlName(c rune) string {
	if c == 0 {
		return "NUL character"
	}
	const hex = "0123456789ABCDEF"
	return "control character U+00" + string([]byte{hex[c>>4], hex[c&15]})
}

// nextControl is the offset of the first control character at or behind
// start, or -1: C0 but tab and line ends, DEL, and with c1 also U+0080 to
// U+009F. It looks at eight bytes at a time: most text has none.
func nextControl(src []byte, start int, c1 bool) int {
	const (
		ones = 0x0101010101010101
		high = 0x8080808080808080
	)
	for at := start; at < len(src); at++ {
		for at+8 <= len(src) {
			w := binary.LittleEndian.Uint64(src[at:])
			del := w ^ ones*0x7f                                 // a byte 0x7f becomes 0
			mask := (w-ones*0x20)&^w&high | (del-ones)&^del&high // below 0x20, or DEL
			if c1 {
				mask |= w & high // or beyond ASCII
			}
			if mask != 0 {
				at += bits.TrailingZeros64(mask) / 8
				break
			}
			at += 8
		}
		if at < len(src) && isControlAt(src, at, c1) {
			return at
		}
	}
	return -1
}

func isControlAt(src []byte, at int, c1 bool) bool {
	switch c := src[at]; {
	case c < 0x20:
		return c != '\n' && c != '\r' && c != '\t'
	case c == 0x7f:
		return true
	case c == 0xc2 && c1 && at+1 < len(src):
		return src[at+1] >= 0x80 && src[at+1] < 0xa0
	}
	return false
}
