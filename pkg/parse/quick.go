package parse

import "bytes"

// Most frontmatters use a small part of YAML: a key with a text a line, texts
// in quotes or blocks, and one level of keys or items below a key. That part
// is read here, an order of magnitude faster than by the library. Whatever is
// not plainly of that kind is left to the library; that both give the same
// values, positions and reports is what FuzzQuick asserts.
type quick struct {
	*document
	failed bool
}

// maxQuickKey is the longest key read here, in bytes: YAML limits the keys
// that need no question mark to 1024 characters.
const maxQuickKey = 128

// quick returns the value, or nil when the text needs the library.
func (d *document) quick() *Value {
	text := d.src[d.base:d.end]
	if bytes.IndexByte(text, '\t') >= 0 || needsStandIns(text) {
		return nil
	}
	before := len(d.r.list)
	q := &quick{document: d}
	v, rest := q.mapping(q.line(d.base), 0, 0)
	if q.failed || rest.body < d.end || len(v.Entries) == 0 {
		d.r.list = d.r.list[:before]
		return nil
	}
	return v
}

// quickLine is a line that is neither blank nor a comment.
type quickLine struct {
	start, body, end, next int
}

func (l quickLine) indent() int { return l.body - l.start }

// line is the first line with content at or behind offset at; at the end of
// the text its body is the end.
func (q *quick) line(at int) quickLine {
	for at < q.end {
		end, next := lineAt(q.src[:q.end], at)
		body := at
		for body < end && q.src[body] == ' ' {
			body++
		}
		if body < end && q.src[body] != '#' {
			return quickLine{start: at, body: body, end: end, next: next}
		}
		at = next
	}
	return quickLine{start: q.end, body: q.end, end: q.end, next: q.end}
}

func (q *quick) fail() *Value {
	q.failed = true
	return &Value{}
}

// mapping reads keys at one column. It returns the line behind them.
func (q *quick) mapping(l quickLine, indent, depth int) (*Value, quickLine) {
	v := &Value{Kind: Mapping, Style: Block}
	start, end := l.body, l.body
	for !q.failed && l.body < q.end && l.indent() >= indent {
		if l.indent() > indent || q.isItem(l.body, l.end) {
			return q.fail(), l
		}
		key, colon := q.key(l)
		if q.failed {
			return v, l
		}
		var val *Value
		val, l = q.value(colon+1, l, indent, depth)
		end = val.Span.End.Offset
		q.entry(v, key, val)
	}
	v.Span = q.span(start, end)
	q.duplicates(v)
	return v, l
}

// key reads a key and finds its colon.
func (q *quick) key(l quickLine) (key *Value, colon int) {
	at := l.body
	for at < l.end && isKeyByte(q.src[at]) {
		at++
	}
	switch {
	case at == l.body || at-l.body > maxQuickKey || at == l.end || q.src[at] != ':',
		q.src[l.body] == '-' || q.src[l.body] == '.',
		at+1 < l.end && q.src[at+1] != ' ':
		return q.fail(), at
	}
	return q.plain(l.body, at), at
}

func (q *quick) plain(start, end int) *Value {
	v := &Value{Kind: Scalar, Text: string(q.src[start:end]), Span: q.span(start, end)}
	if v.Tag = resolveTag(v.Text); v.Tag == "null" {
		v.Kind = Null
	}
	return v
}

// value reads what stands behind a colon, on its line or below it.
func (q *quick) value(at int, l quickLine, indent, depth int) (*Value, quickLine) {
	first := at
	for first < l.end && q.src[first] == ' ' {
		first++
	}
	switch {
	case first == l.end || q.src[first] == '#':
		return q.below(at, l, indent, depth)
	case q.src[first] == '|' || q.src[first] == '>':
		return q.block(first, l, indent)
	}
	return q.scalar(first, l.end), q.line(l.next)
}

// below reads a list or a mapping on the lines below a key, or nothing.
func (q *quick) below(at int, l quickLine, indent, depth int) (*Value, quickLine) {
	next := q.line(l.next)
	switch {
	case next.body < q.end && next.indent() >= indent && q.isItem(next.body, next.end):
		return q.sequence(next, indent)
	case next.body == q.end || next.indent() <= indent:
		return &Value{Kind: Null, Tag: "null", Span: q.span(at, at)}, next
	case depth > 0:
		return q.fail(), next
	}
	return q.mapping(next, next.indent(), depth+1)
}

// sequence reads items at one column.
func (q *quick) sequence(l quickLine, parent int) (*Value, quickLine) {
	v := &Value{Kind: Sequence, Style: Block}
	indent, start := l.indent(), l.body
	for l.body < q.end && l.indent() == indent && q.isItem(l.body, l.end) {
		first := l.body + 1
		for first < l.end && q.src[first] == ' ' {
			first++
		}
		if first == l.end {
			return q.fail(), l
		}
		v.Items = append(v.Items, q.scalar(first, l.end))
		l = q.line(l.next)
	}
	if l.body < q.end && l.indent() > parent {
		return q.fail(), l
	}
	v.Span = q.span(start, v.Items[len(v.Items)-1].Span.End.Offset)
	return v, l
}

// scalar reads a text on one line.
func (q *quick) scalar(first, end int) *Value {
	switch c := q.src[first]; c {
	case '"', '\'':
		return q.quoted(first, end)
	case '-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '%', '@', '`':
		return q.fail()
	}
	last := end
	for i := first; i < end; i++ {
		switch {
		case q.src[i] == ':' && (i+1 == end || q.src[i+1] == ' '):
			return q.fail()
		case q.src[i] == '#' && q.src[i-1] == ' ':
			last, end = i, i
		}
	}
	for q.src[last-1] == ' ' {
		last--
	}
	return q.plain(first, last)
}

// quoted reads a text in quotes that has neither escapes nor quotes in it.
func (q *quick) quoted(first, end int) *Value {
	quote := q.src[first]
	length := bytes.IndexByte(q.src[first+1:end], quote)
	if length < 0 {
		return q.fail()
	}
	text, close := q.src[first+1:first+1+length], first+1+length
	rest := close + 1
	for rest < end && q.src[rest] == ' ' {
		rest++
	}
	if rest < end && (q.src[rest] != '#' || rest == close+1) || bytes.IndexByte(text, '\\') >= 0 && quote == '"' {
		return q.fail()
	}
	style := DoubleQuoted
	if quote == '\'' {
		style = SingleQuoted
	}
	return &Value{Kind: Scalar, Style: style, Tag: "str", Text: string(text), Span: q.span(first, close+1)}
}
