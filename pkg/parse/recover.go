package parse

import (
	"bytes"
	"strings"
)

// recoverLines reads the top-level keys of a text that is no valid YAML line
// by line: what follows "key: " is the value, indented lines continue it.
func recoverLines(d *document) *Value {
	m := &Value{Kind: Mapping, Style: Block, Span: d.span(d.base, d.end)}
	for at := d.base; at < d.end; {
		end, next := lineAt(d.src[:d.end], at)
		line := d.src[at:end]
		if colon := keyEnd(line); colon > 0 {
			value, last := d.foldedLines(at+colon+1, end, next)
			m.Entries = append(m.Entries, Entry{
				Key:     string(bytes.TrimRight(line[:colon], " \t")),
				KeySpan: d.span(at, at+colon),
				Value:   &Value{Kind: Scalar, Tag: "str", Text: value, Span: d.span(at+colon+1, last)},
			})
			_, next = lineAt(d.src[:d.end], last)
		}
		at = next
	}
	if len(m.Entries) == 0 {
		return nil
	}
	return m
}

// keyEnd is the offset in a line of the colon behind a key at column 0, or -1.
func keyEnd(line []byte) int {
	for i, c := range line {
		switch {
		case c == ':' && (i+1 == len(line) || isBlankOrBreak(line[i+1])):
			return i
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9' && i > 0, i > 0 && (c == '-' || c == '_' || c == '.'):
		default:
			return -1
		}
	}
	return -1
}

// foldedLines joins src[start:end] and the indented lines from next on.
func (d *document) foldedLines(start, end, next int) (text string, last int) {
	words := strings.Fields(string(d.src[start:end]))
	last = end
	for next < d.end && (d.src[next] == ' ' || d.src[next] == '\t') {
		e, n := lineAt(d.src[:d.end], next)
		words = append(words, strings.Fields(string(d.src[next:e]))...)
		last, next = e, n
	}
	return strings.Join(words, " "), last
}
