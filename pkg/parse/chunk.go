package parse

import (
	"bytes"
	"strings"
)

// A frontmatter that is no valid YAML is read key by key: each top-level key
// with the lines that belong to it is a chunk. Most chunks are fine and keep
// their structure; for the others the explainer says what is wrong, and their
// value is the text as it stands, which for a description is what its author
// meant.

// chunk is a top-level key with its value, as offsets in src.
type chunk struct {
	start, keyEnd int  // the key
	value         int  // behind the colon
	end           int  // behind the last line
	stray         bool // lines that belong to no key
	indented      bool
	fullwidth     bool
	fused         bool // no blank behind the colon
}

// chunks splits the text at the lines that begin with a key.
func (d *document) chunks() []chunk {
	var list []chunk
	margin := -1
	open := false // lines belong to the last chunk
	text := d.src[:d.end]
	for at := d.base; at < d.end; {
		lineEnd, next := lineAt(text, at)
		body := d.skipBlanks(at)
		c, ok := d.keyLine(body, lineEnd)
		if ok && margin < 0 {
			margin = body - at
		}
		switch {
		case isDocumentMark(text[at:lineEnd]):
			open = false
		case ok && body-at == margin, ok && open && d.strayField(list[len(list)-1], c):
			c.indented = body-at != margin
			list, open = append(list, c), true
		case len(list) == 0 && body < lineEnd && text[body] != '#':
			list, open = append(list, chunk{stray: true, start: body, keyEnd: body, value: body}), true
		}
		if open {
			list[len(list)-1].end = next
		}
		at = next
	}
	return list
}

// strayField reports whether an indented line is a field that slipped from
// the margin: one that every skill has, behind a key with a value.
func (d *document) strayField(before, c chunk) bool {
	key := string(d.src[c.start:c.keyEnd])
	if key != "name" && key != "description" || before.stray {
		return false
	}
	at := d.skipBlanks(before.value)
	return at < before.end && !isBlankOrBreak(d.src[at]) && d.src[at] != '|' && d.src[at] != '>'
}

// keyLine reads the key that stands at offset at of a line, if there is one.
func (d *document) keyLine(at, end int) (chunk, bool) {
	c := chunk{start: at, keyEnd: d.wordEnd(at, end)}
	if c.keyEnd >= end || isNumber(d.src[at:c.keyEnd]) {
		return c, false
	}
	colon := c.keyEnd
	for colon < end && (d.src[colon] == ' ' || d.src[colon] == '\t') {
		colon++
	}
	switch rest := d.src[colon:end]; {
	case bytes.HasPrefix(rest, []byte("：")):
		c.fullwidth, c.value = true, colon+len("：")
		return c, true
	case len(rest) == 0 || rest[0] != ':':
		return c, false
	default:
		c.value = colon + 1
		c.fused = len(rest) > 1 && !isBlankOrBreak(rest[1])
		return c, !c.fused || isSpecField(string(d.src[at:c.keyEnd])) && rest[1] != ':' && rest[1] != '/'
	}
}

// wordEnd is the end of the word or quoted text at offset at.
func (d *document) wordEnd(at, end int) int {
	if at < end && (d.src[at] == '"' || d.src[at] == '\'') {
		return quoteEnd(d.src, at, end, d.src[at])
	}
	for at < end && isKeyByte(d.src[at]) {
		at++
	}
	return at
}

func isKeyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.'
}

// isNumber keeps numbered lines and list items from looking like keys.
func isNumber(key []byte) bool { return len(bytes.Trim(key, "0123456789.-_")) == 0 }

// isSpecField reports whether the specification defines the key.
func isSpecField(key string) bool {
	switch key {
	case "name", "description", "license", "compatibility", "metadata", "allowed-tools":
		return true
	}
	return false
}

// parseCapped is parse for a frontmatter: of one over the limit it reads key by
// key, and takes what is not whole within the limit as it stands.
func (d *document) parseCapped() (*Value, bool) {
	if d.end-d.base <= MaxFrontmatterBytes {
		return d.parse()
	}
	d.r.add(RuleFrontmatterTooLarge, d.base, d.base, "frontmatter is %d bytes long; the limit is %d", d.end-d.base, MaxFrontmatterBytes).
		Hint = "move what no client reads into the body or a file"
	return d.keyByKey(), false
}

// keyByKey reads the text chunk by chunk. It returns nil when there is no key.
func (d *document) keyByKey() *Value {
	m := &Value{Kind: Mapping, Style: Block, Span: d.span(d.base, d.end)}
	reported, faults, beyond := len(d.r.list), 0, 0
	whole := d.end-d.base <= MaxFrontmatterBytes
	for _, c := range d.chunks() {
		if c.end-d.base > MaxFrontmatterBytes {
			if beyond++; beyond <= MaxFaults && !c.stray {
				m.append(d, d.literalEntry(c))
			}
			continue
		}
		part := &document{r: d.r, src: d.src, base: c.start, end: c.end}
		if v := part.single(c); v != nil {
			m.append(d, v.Entries[0])
			continue
		}
		if faults++; faults <= MaxFaults {
			d.r.list = append(d.r.list, part.explain(c).diagnostic(d.r))
		}
		if c.stray || c.fullwidth {
			continue
		}
		m.append(d, part.literalEntry(c))
	}
	if whole && len(d.r.list) == reported && !d.secondDocument() {
		d.r.add(RuleYAMLSyntax, d.base, d.base, "not valid YAML").Hint = "write one key with its value a line"
	}
	if len(m.Entries) == 0 {
		return nil
	}
	return m
}

// literalEntry is a chunk as it stands.
func (d *document) literalEntry(c chunk) Entry {
	return Entry{
		Key:     strings.Trim(string(d.src[c.start:c.keyEnd]), `"'`),
		KeySpan: d.span(c.start, c.keyEnd),
		Value:   d.literalValue(c),
	}
}

// append adds an entry found in a chunk of its own.
func (v *Value) append(d *document, e Entry) {
	for _, first := range v.Entries {
		if first.Key == e.Key {
			d.duplicate(e, first.KeySpan)
			break
		}
	}
	v.Entries = append(v.Entries, e)
}

// single reads a chunk that is valid YAML by itself, or returns nil.
func (d *document) single(c chunk) *Value {
	if c.stray || c.fullwidth || c.fused {
		return nil
	}
	before := len(d.r.list)
	v, _, err := d.read()
	if err != nil || v == nil || v.Kind != Mapping || len(v.Entries) != 1 {
		d.r.list = d.r.list[:before]
		return nil
	}
	if c.indented {
		d.r.add(RuleYAMLIndent, c.start, c.keyEnd, "key %s is indented behind a key with a value", d.src[c.start:c.keyEnd]).
			Hint = "start it where the other keys start"
	}
	return v
}
