package escape

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// JSON escapes, in a JSON document, what encoding/json leaves raw though a
// terminal might obey it: DEL, C1 controls and bidirectional controls. Outside
// of strings a JSON document holds none of these characters, so its meaning
// stays the same.
func JSON(doc []byte) []byte {
	if !bytes.ContainsFunc(doc, obeyed) {
		return doc
	}
	out := make([]byte, 0, len(doc)+64)
	for len(doc) > 0 {
		r, size := utf8.DecodeRune(doc)
		if obeyed(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, doc[:size]...)
		}
		doc = doc[size:]
	}
	return out
}

func obeyed(r rune) bool {
	return r >= 0x7f && r <= 0x9f || r == 0x200e || r == 0x200f ||
		r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
