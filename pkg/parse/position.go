package parse

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"
)

// Pos is a place in a file.
type Pos struct {
	Offset int // byte offset from the start of the file, 0-based
	Line   int // line number, 1-based; 0 means "no position"
	Column int // column in characters (code points), 1-based
}

// IsValid reports whether the position names a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Span is a half-open range in a file: End is the place just behind the last
// character.
type Span struct {
	Start, End Pos
}

// IsValid reports whether the span names a place.
func (s Span) IsValid() bool { return s.Start.IsValid() }

// Lines converts byte offsets of one text to lines and columns. A line ends
// with LF, CRLF or a lone CR. The zero value is an index of the empty text;
// an index is safe for concurrent use.
type Lines struct {
	text   []byte
	starts []int

	once  sync.Once
	marks []int // characters in front of each multiple of markBytes; see runes
}

// markBytes is the distance between the places up to which characters are
// counted once for all; columns of longer lines are counted from there.
const markBytes = 1 << 10

// NewLines indexes text, which the caller must not change afterwards.
func NewLines(text []byte) *Lines {
	starts := make([]int, 1, 2+bytes.Count(text, []byte("\n")))
	if bytes.IndexByte(text, '\r') < 0 {
		for at := 0; ; {
			i := bytes.IndexByte(text[at:], '\n')
			if i < 0 {
				return &Lines{text: text, starts: starts}
			}
			at += i + 1
			starts = append(starts, at)
		}
	}
	for at := 0; at < len(text); {
		if _, at = lineAt(text, at); at < len(text) || endsLine(text) {
			starts = append(starts, at)
		}
	}
	return &Lines{text: text, starts: starts}
}

func endsLine(text []byte) bool {
	return text[len(text)-1] == '\n' || text[len(text)-1] == '\r'
}

// Count is the number of lines; a final line end starts no further line.
func (l *Lines) Count() int {
	n := len(l.starts)
	if n > 0 && l.starts[n-1] == len(l.text) {
		n--
	}
	return n
}

// Start is the byte offset at which the 1-based line begins; a line behind
// the end begins at the end of the text.
func (l *Lines) Start(line int) int {
	switch {
	case line < 1:
		return 0
	case line > len(l.starts):
		return len(l.text)
	}
	return l.starts[line-1]
}

// Text is the 1-based line without its line end.
func (l *Lines) Text(line int) string {
	if line < 1 || line > len(l.starts) {
		return ""
	}
	b := l.text[l.Start(line):l.Start(line+1)]
	for len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	return string(b)
}

// Pos is the position of a byte offset; offsets outside of the text are moved
// to its nearest end.
func (l *Lines) Pos(offset int) Pos {
	offset = min(max(offset, 0), len(l.text))
	line, _ := slices.BinarySearch(l.starts, offset+1)
	if line == 0 {
		return Pos{Offset: offset, Line: 1, Column: 1}
	}
	start := l.starts[line-1]
	if offset-start > 2*markBytes {
		return Pos{Offset: offset, Line: line, Column: 1 + l.runes(offset) - l.runes(start)}
	}
	return Pos{Offset: offset, Line: line, Column: 1 + utf8.RuneCount(l.text[start:offset])}
}

// runes counts the characters in front of a byte offset. What it costs does
// not depend on the offset, so that a thousand findings in one endless line
// take no longer than in a thousand lines.
func (l *Lines) runes(offset int) int {
	l.once.Do(func() {
		l.marks = make([]int, 1, 1+len(l.text)/markBytes)
		for at := 0; at+markBytes <= len(l.text); at += markBytes {
			l.marks = append(l.marks, l.marks[len(l.marks)-1]+firstBytes(l.text[at:at+markBytes]))
		}
	})
	mark := offset / markBytes
	return l.marks[mark] + firstBytes(l.text[mark*markBytes:offset])
}

// firstBytes counts the bytes that begin a character of UTF-8.
func firstBytes(text []byte) int {
	n := 0
	for _, b := range text {
		if b&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// Offset is the byte offset of a 1-based line and column (characters); it
// never leaves the line.
func (l *Lines) Offset(line, column int) int {
	at, end := l.Start(line), l.Start(line+1)
	for ; column > 1 && at < end; column-- {
		_, size := utf8.DecodeRune(l.text[at:end])
		at += size
	}
	return at
}

// Span is the span from one byte offset to another.
func (l *Lines) Span(start, end int) Span {
	return Span{Start: l.Pos(start), End: l.Pos(end)}
}
