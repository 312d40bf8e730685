package parse

import "bytes"

// quickBlock is a block scalar while it is read.
type quickBlock struct {
	style  Style
	parent int // column of the key
	indent int // column of the text, -1 before its first line
	blanks int // blank lines since the last one with text
	text   []byte
	end    int // behind the last line with text
}

// block reads a block scalar whose indicator stands at offset at.
func (q *quick) block(at int, l quickLine, parent int) (*Value, quickLine) {
	b := &quickBlock{style: Literal, parent: parent, indent: -1}
	if q.src[at] == '>' {
		b.style = Folded
	}
	header := bytes.TrimRight(q.src[at+1:l.end], " ")
	strip := string(header) == "-"
	if len(header) > 0 && !strip {
		return q.fail(), l
	}
	next := l.next
	for more := true; more && next < q.end; {
		next, more = q.blockLine(b, next)
	}
	if q.failed || len(b.text) == 0 {
		return q.fail(), l
	}
	if !strip {
		b.text = append(b.text, '\n')
	}
	return &Value{Kind: Scalar, Style: b.style, Tag: "str", Text: string(b.text), Span: q.span(at, b.end)}, q.line(next)
}

// blockLine reads the line at offset at. It returns the start of the next one,
// or at itself and false when the line belongs to the block no more.
func (q *quick) blockLine(b *quickBlock, at int) (next int, more bool) {
	end, next := lineAt(q.src[:q.end], at)
	body := at
	for body < end && q.src[body] == ' ' {
		body++
	}
	indent := body - at
	switch {
	case body == end:
		// Blank lines before the text, or longer than its column, say something
		// about the text that is left to the library.
		q.failed = q.failed || b.indent < 0 || indent > b.indent
		b.blanks++
		return next, !q.failed
	case indent <= b.parent:
		return at, false
	case b.indent < 0:
		b.indent = indent
	}
	if indent < b.indent || indent > b.indent && b.style == Folded || next == end {
		q.failed = true
		return at, false
	}
	b.add(q.src[at+b.indent : end])
	b.end = end
	return next, true
}

// add adds a line of text.
func (b *quickBlock) add(line []byte) {
	if len(b.text) > 0 {
		switch {
		case b.style == Literal:
			b.text = append(b.text, '\n')
		case b.blanks == 0:
			b.text = append(b.text, ' ')
		}
		for range b.blanks {
			b.text = append(b.text, '\n')
		}
	}
	b.text, b.blanks = append(b.text, line...), 0
}
