package parse

import "bytes"

// explain says why a chunk is no valid YAML: the place, the reason, and what to
// write instead. It knows the mistakes that people make, and is asked only
// about text that the YAML library refused.
func (d *document) explain(c chunk) *fault {
	p := spot{chunk: c, first: d.skipBlanks(c.value), last: d.lastOf(c)}
	key := d.src[c.start:c.keyEnd]
	switch {
	case c.fullwidth:
		f := faultAt(RuleYAMLFullwidth, c.value-len("："), c.value, "fullwidth colon U+FF1A after %s", key)
		return d.suggest(f, p, "write an ASCII colon and a blank", []Edit{{Start: c.value - len("："), End: c.value, New: ": "}})
	case c.stray:
		return d.explainStray(c)
	case c.fused:
		f := faultAt(RuleYAMLColon, c.value-1, c.value, "no blank behind the colon of %s", key)
		return d.suggest(f, p, "write a blank behind the colon", []Edit{{Start: c.value, End: c.value, New: " "}})
	}
	if f := d.explainTab(p); f != nil {
		return f
	}
	if end, _ := lineAt(d.src[:d.end], p.first); p.first < end && d.src[p.first] != '#' {
		if f := d.explainScalar(p, end); f != nil {
			return f
		}
	}
	if f := d.explainLines(p); f != nil {
		return f
	}
	f := faultAt(RuleYAMLSyntax, c.start, c.keyEnd, "value of %s is not valid YAML", key)
	f.hint = "quote the value, or check the indentation of its lines"
	return f
}

// explainStray is about lines before the first key.
func (d *document) explainStray(c chunk) *fault {
	end, _ := lineAt(d.src[:d.end], c.start)
	line := d.src[c.start:end]
	f := faultAt(RuleYAMLIndent, c.start, end, "line is no key with a value")
	f.hint = "write key: value, or delete the line"
	switch {
	case looksEscaped(line):
		return escapedMarkdown(c.start, end)
	case line[0] == '%':
		f.rule, f.message = RuleYAMLStart, "% starts a YAML directive"
	case line[0] == '{' || line[0] == '[':
		f.rule, f.message = RuleYAMLBracket, string(line[:1])+" is not closed"
	}
	return f
}

// explainTab finds a tab among the blanks a line starts with.
func (d *document) explainTab(p spot) *fault {
	at := d.firstTab(p.chunk)
	if at < 0 {
		return nil
	}
	var edits []Edit
	for line := p.start; line < p.end; {
		for i := line; i < p.end && (d.src[i] == ' ' || d.src[i] == '\t'); i++ {
			if d.src[i] == '\t' {
				edits = append(edits, Edit{Start: i, End: i + 1, New: "  "})
			}
		}
		_, line = lineAt(d.src[:d.end], line)
	}
	return d.suggest(faultAt(RuleYAMLTab, at, at+1, "tab in the indentation"), p, "indent with blanks", edits)
}

func (d *document) firstTab(c chunk) int {
	for line := c.start; line < c.end; {
		for i := line; i < c.end && (d.src[i] == ' ' || d.src[i] == '\t'); i++ {
			if d.src[i] == '\t' {
				return i
			}
		}
		_, line = lineAt(d.src[:d.end], line)
	}
	return -1
}

// explainLines looks at the lines behind the first.
func (d *document) explainLines(p spot) *fault {
	levels := indents{}
	inline := d.skipBlanks(p.value) < p.end && !isBlankOrBreak(d.src[d.skipBlanks(p.value)])
	_, at := lineAt(d.src[:d.end], p.value)
	for at < p.end {
		end, next := lineAt(d.src[:d.end], at)
		body := d.skipBlanks(at)
		var f *fault
		switch {
		case body >= end || d.src[body] == '#':
		case looksEscaped(d.src[at:end]):
			f = escapedMarkdown(body, end)
		case body == at && (inline || !d.isItem(at, end)):
			f = d.explainMargin(p, at, end)
		case inline && (d.src[p.first] == '|' || d.src[p.first] == '>'):
			f = levels.text(at, body, end)
		case inline:
			f = d.explainContinuation(p, body, end)
		default:
			if f = levels.add(d, at, body, end); f == nil {
				f = d.explainNested(p, body, end)
			}
		}
		if f != nil {
			return f
		}
		at = next
	}
	return nil
}

// explainMargin is about text that goes on at the left margin.
func (d *document) explainMargin(p spot, start, end int) *fault {
	f := faultAt(RuleYAMLIndent, start, end, "line at column 1 is no key, and too far left to belong to %s", d.src[p.start:p.keyEnd])
	var edits []Edit
	for at := start; at < p.end; {
		lineEnd, next := lineAt(d.src[:d.end], at)
		if lineEnd > at && !isBlankOrBreak(d.src[at]) {
			edits = append(edits, Edit{Start: at, End: at, New: "  "})
		}
		at = next
	}
	return d.suggest(f, p, "indent the lines that belong to it", edits)
}

// explainContinuation is about an indented line behind a key that has a value
// on its line.
func (d *document) explainContinuation(p spot, at, end int) *fault {
	f := d.explainColon(at, end)
	if f == nil {
		return nil
	}
	return d.suggest(f, p, "quote the value, or start the line where the other keys start", d.quoting(p))
}

// explainNested looks at one line of a nested list or mapping.
func (d *document) explainNested(p spot, at, end int) *fault {
	for d.isItem(at, end) {
		if at = d.skipBlanks(at + 1); at >= end {
			return nil
		}
	}
	if key := d.nestedKey(at, end); key >= 0 {
		at = d.skipBlanks(key)
	}
	if at >= end || d.src[at] == '#' {
		return nil
	}
	last := end
	for last > at+1 && isBlankOrBreak(d.src[last-1]) {
		last--
	}
	return d.explainScalar(spot{chunk: p.chunk, first: at, last: last - 1, nested: true}, end)
}

// isItem reports whether a line at this offset is an item of a list.
func (d *document) isItem(at, end int) bool {
	return d.src[at] == '-' && (at+1 == end || isBlankOrBreak(d.src[at+1]))
}

// nestedKey is the offset behind the colon of a key, or -1.
func (d *document) nestedKey(at, end int) int {
	if d.src[at] == '"' || d.src[at] == '\'' {
		if at = quoteEnd(d.src, at, end, d.src[at]); at < end && d.src[at] == ':' {
			return at + 1
		}
		return -1
	}
	for i := at; i < end; i++ {
		if d.src[i] == ':' && (i+1 == end || isBlankOrBreak(d.src[i+1])) {
			return i + 1
		}
		if !isKeyByte(d.src[i]) && d.src[i] != ' ' && d.src[i] != '/' && d.src[i] < 0x80 {
			return -1
		}
	}
	return -1
}

// indents are the columns at which the lines of a nested value start.
type indents struct {
	open []int
	full bool // the line before is a key with a value
}

// add looks whether a line stands below one of the lines before it.
func (l *indents) add(d *document, at, body, end int) *fault {
	indent, full := body-at, l.full
	key := d.nestedKey(body, end)
	l.full = key >= 0 && d.skipBlanks(key) < end && d.src[d.skipBlanks(key)] != '|' && d.src[d.skipBlanks(key)] != '>'
	for len(l.open) > 0 && l.open[len(l.open)-1] > indent {
		l.open = l.open[:len(l.open)-1]
		full = false
		if len(l.open) == 0 || l.open[len(l.open)-1] < indent {
			f := faultAt(RuleYAMLIndent, body, end, "line starts left of the lines before it and right of the one they belong to")
			f.hint = "start it where its siblings start"
			return f
		}
	}
	if len(l.open) > 0 && l.open[len(l.open)-1] == indent {
		return nil
	}
	l.open = append(l.open, indent)
	if full && key >= 0 {
		f := faultAt(RuleYAMLIndent, body, end, "line is indented deeper than the key before it, which has a value")
		f.hint = "start it where its siblings start"
		return f
	}
	return nil
}

// text looks whether a line of a block scalar starts left of its first one.
func (l *indents) text(at, body, end int) *fault {
	if len(l.open) == 0 {
		l.open = append(l.open, body-at)
	}
	if body-at >= l.open[0] {
		return nil
	}
	f := faultAt(RuleYAMLIndent, body, end, "line starts left of the text it belongs to")
	f.hint = "start it where the lines above start"
	return f
}

// looksEscaped reports whether a Markdown editor wrote the line.
func looksEscaped(line []byte) bool {
	trimmed := bytes.TrimLeft(line, " \t")
	for _, mark := range []string{"&nbsp;", `\[`, `\_`, `\*`, `\-`, `\#`} {
		if bytes.HasPrefix(trimmed, []byte(mark)) {
			return true
		}
	}
	return bytes.Contains(line, []byte(`\_`)) && bytes.IndexByte(line, '"') < 0
}

func escapedMarkdown(start, end int) *fault {
	f := faultAt(RuleYAMLMarkdown, start, end, "looks like escaped Markdown, not YAML")
	f.hint = "the frontmatter went through a Markdown editor: restore it, without &nbsp; and backslashes"
	return f
}
