package parse

import "strings"

// literalValue is the value of a chunk that is no valid YAML, as its author
// wrote it.
func (d *document) literalValue(c chunk) *Value {
	start := d.skipBlanks(c.value)
	end := max(d.lastOf(c)+1, start)
	if string(d.src[c.start:c.keyEnd]) == "name" {
		// A name never has a second line; what stands there went astray.
		line, _ := lineAt(d.src[:d.end], start)
		end = min(end, line)
	}
	return &Value{Kind: Scalar, Tag: "str", Text: literal(string(d.src[start:end])), Span: d.span(start, end)}
}

func (d *document) skipBlanks(at int) int {
	for at < d.end && (d.src[at] == ' ' || d.src[at] == '\t') {
		at++
	}
	return at
}

// lastOf is the offset of a chunk's last character.
func (d *document) lastOf(c chunk) int {
	end := c.end
	for end > c.start+1 && isBlankOrBreak(d.src[end-1]) {
		end--
	}
	return end - 1
}

// literal is the text of a broken value: lines joined by blanks, or kept when
// the author asked for a literal block; without the quotes around it and
// without the indicator of a block.
func literal(raw string) string {
	join := " "
	if raw != "" && (raw[0] == '|' || raw[0] == '>') {
		if raw[0] == '|' {
			join = "\n"
		}
		raw = strings.TrimLeft(raw[1:], "+-0123456789")
	}
	lines := strings.FieldsFunc(raw, func(c rune) bool { return c == '\n' || c == '\r' })
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			kept = append(kept, line)
		}
	}
	return unquoted(strings.Join(kept, join))
}

// unquoted removes the quotes around a text, or the one at its start that is
// never closed.
func unquoted(s string) string {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return s
	}
	quote, inner := s[:1], s[1:]
	if !strings.HasSuffix(inner, quote) && strings.Contains(inner, quote) {
		return s
	}
	inner = strings.TrimSuffix(inner, quote)
	if quote == "'" {
		return strings.ReplaceAll(inner, "''", "'")
	}
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(inner)
}
