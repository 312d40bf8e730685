package parse

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// YAML libraries refuse, or read each in its own way, characters and escapes
// that occur in real skills. What is read must not depend on the library, so
// it never sees them: each is replaced by stand-ins from the last private use
// area, as many as it has characters, so that columns stay, and put back into
// the values afterwards.
const (
	standIn    = 0x10ff00       // + code: a control character or a backslash
	standInLS  = standIn + 0xa8 // U+2028, a line end to some libraries
	standInPS  = standIn + 0xa9 // U+2029
	standInBOM = standIn + 0xaf // U+FEFF
	padding    = standIn + 0xfe // nothing
	standInUTF = "\xf4\x8f\xbc" // how U+10FF00 to U+10FF3F begin in UTF-8
	badEscape  = standIn + '\\' // a backslash that begins no escape of YAML's
)

// sanitize returns the text for the library, and whether there is something
// that some readers refuse: control characters, and escapes, which it reports.
func (d *document) sanitize() (text []byte, refused bool) {
	text = d.src[d.base:d.end]
	if bytes.Contains(text, []byte("\xf4\x8f")) {
		return text, false // uses the stand-ins itself
	}
	reported := len(d.r.list)
	escapes, tabs := d.escapes(), blockTabs(text)
	if len(escapes) == 0 && len(tabs) == 0 && !needsStandIns(text) {
		return text, false
	}
	refused = len(d.r.list) > reported || nextControl(text, 0, true) >= 0
	var b bytes.Buffer
	b.Grow(len(text) + 64)
	for at := 0; at < len(text); {
		if len(escapes) > 0 && escapes[0].Start == d.base+at {
			b.WriteString(escapes[0].New)
			at = escapes[0].End - d.base
			escapes = escapes[1:]
			continue
		}
		c, size := utf8.DecodeRune(text[at:])
		if len(tabs) > 0 && tabs[0] == at {
			tabs = tabs[1:]
			c += standIn
		}
		b.WriteRune(stand(c))
		at += size
	}
	d.standIns = true
	return b.Bytes(), refused
}

// needsStandIns reports whether a text has a character that stand-ins replace.
func needsStandIns(text []byte) bool {
	return nextControl(text, 0, true) >= 0 ||
		bytes.Contains(text, []byte("\u2028")) || bytes.Contains(text, []byte("\u2029")) || bytes.Contains(text, []byte(bom))
}

func stand(c rune) rune {
	switch {
	case c == '\t' || c == '\n' || c == '\r':
		return c
	case c < 0x20 || c >= 0x7f && c < 0xa0:
		return standIn + c
	case c == '\u2028':
		return standInLS
	case c == '\u2029':
		return standInPS
	case c == '\ufeff':
		return standInBOM
	}
	return c
}

// restore puts back what stand-ins replaced.
func (d *document) restore(text string) string {
	if !d.standIns || !strings.Contains(text, "\xf4\x8f") {
		return text
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c < standIn:
			return c
		case c == padding:
			return -1
		case c == standInLS:
			return '\u2028'
		case c == standInPS:
			return '\u2029'
		case c == standInBOM:
			return '\ufeff'
		}
		return c - standIn
	}, text)
}

// escapes reports the escapes in double-quoted texts that YAML lacks or that
// only some readers take. Each edit holds the stand-ins for one.
func (d *document) escapes() []Edit {
	if bytes.IndexByte(d.src[d.base:d.end], '\\') < 0 {
		return nil
	}
	var edits []Edit
	for _, q := range doubleQuoted(d.src, d.base, d.end) {
		for at := q[0]; at+1 < q[1]; {
			if d.src[at] != '\\' {
				at++
				continue
			}
			e, size := d.escape(at, q[1])
			if e.New != "" {
				edits = append(edits, e)
			}
			at += size
		}
	}
	return edits
}

// escape judges the escape at offset at; for one that every reader knows the
// edit is empty.
func (d *document) escape(at, end int) (Edit, int) {
	c := d.src[at+1]
	switch {
	case bytes.IndexByte([]byte(`0abt`+"\t"+`nvfre "\N_LP`+"\n\r"), c) >= 0:
		return Edit{}, 2
	case c == '/': // JSON writes it, YAML 1.2 has it, the library does not
		return Edit{Start: at, End: at + 2, New: "/" + string(rune(padding))}, 2
	case c == '\'':
		diag := d.r.add(RuleYAMLEscape, at, at+2, `\' is no escape of YAML; some readers refuse it`)
		diag.Hint = "write ' alone"
		diag.Fix = []Edit{{Start: at, End: at + 2, New: "'"}}
		return Edit{Start: at, End: at + 2, New: "'" + string(rune(padding))}, 2
	case c == 'u' && hexValue(d.src[at+2:end], 4) >= 0:
		return d.unicodeEscape(at, end)
	case c == 'x' && hexValue(d.src[at+2:end], 2) >= 0:
		return Edit{}, 4
	case c == 'U' && hexValue(d.src[at+2:end], 8) >= 0:
		if v := hexValue(d.src[at+2:end], 8); v > utf8.MaxRune || utf16Half(v) {
			d.r.add(RuleYAMLEscape, at, at+10, "%s names no character", d.src[at:at+10]).Hint = "write the character itself"
			return Edit{Start: at, End: at + 10, New: "\ufffd" + strings.Repeat(string(rune(padding)), 9)}, 10
		}
		return Edit{}, 10
	}
	_, size := utf8.DecodeRune(d.src[at+1 : end])
	d.r.add(RuleYAMLEscape, at, at+1+size, "%s is no escape of YAML", d.src[at:at+1+size]).
		Hint = `write \\ for a backslash, or put the text in single quotes`
	return Edit{Start: at, End: at + 1, New: string(rune(badEscape))}, 1
}

// unicodeEscape judges \uXXXX: halves of surrogate pairs are JSON's way of
// writing a character beyond U+FFFF.
func (d *document) unicodeEscape(at, end int) (Edit, int) {
	v := hexValue(d.src[at+2:end], 4)
	if !utf16Half(v) {
		return Edit{}, 6
	}
	size, c := 6, rune(utf8.RuneError)
	if low := lowHalf(d.src[at+6 : end]); v < 0xdc00 && low >= 0 {
		size, c = 12, 0x10000+(v-0xd800)<<10+(low-0xdc00)
	}
	if c == utf8.RuneError {
		d.r.add(RuleYAMLEscape, at, at+size, "%s is half of a surrogate pair", d.src[at:at+size]).Hint = "write the character itself"
	} else {
		diag := d.r.add(RuleYAMLEscape, at, at+size, "surrogate escape %s is not valid YAML; some readers refuse it", d.src[at:at+size])
		diag.Hint = "write the character " + string(c) + " itself"
		diag.Fix = []Edit{{Start: at, End: at + size, New: string(c)}}
	}
	return Edit{Start: at, End: at + size, New: string(c) + strings.Repeat(string(rune(padding)), size-1)}, size
}

func utf16Half(v rune) bool { return v >= 0xd800 && v < 0xe000 }

// lowHalf is the second half of a surrogate pair, or -1.
func lowHalf(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	if v := hexValue(b[2:], 4); v >= 0xdc00 && v < 0xe000 {
		return v
	}
	return -1
}

// hexValue is the value of the first n hexadecimal digits, or -1.
func hexValue(b []byte, n int) rune {
	if len(b) < n {
		return -1
	}
	var v uint64
	for _, c := range b[:n] {
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 + uint64(c-'0')
		case c >= 'a' && c <= 'f':
			v = v<<4 + uint64(c-'a'+10)
		case c >= 'A' && c <= 'F':
			v = v<<4 + uint64(c-'A'+10)
		default:
			return -1
		}
	}
	return rune(min(v, utf8.MaxRune+1))
}
