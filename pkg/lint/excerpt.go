package lint

import (
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/parse"
)

// excerptReach is how many characters an [Excerpt] keeps on either side of
// the place it shows: enough for any terminal, little for a line of 100 KB.
const excerptReach = 160

// Excerpt is the part of a source line around a place, raw: whoever prints it
// must escape it.
type Excerpt struct {
	Text              string
	Column            int // 1-based character of Text at which the place begins
	Length            int // characters of the place within Text, at least 1
	CutLeft, CutRight bool
}

// excerptOf cuts the line at which the span starts. It looks at what is near
// only: a file may be one line of a megabyte with a thousand findings.
func excerptOf(lines *parse.Lines, src []byte, span parse.Span) Excerpt {
	start, end := lineAround(lines, src, span)
	at := min(max(span.Start.Offset, start), end)
	from, to := backward(src[start:at], excerptReach)+start, forward(src[at:end], excerptReach)+at
	e := Excerpt{
		Text:    string(src[from:to]),
		Column:  utf8.RuneCount(src[from:at]) + 1,
		CutLeft: from > start, CutRight: to < end,
	}
	e.Length = max(1, utf8.RuneCount(src[at:min(max(span.End.Offset, at), to)]))
	return e
}

// lineAround is the line at which the span starts, without its line end, as
// byte offsets.
func lineAround(lines *parse.Lines, src []byte, span parse.Span) (start, end int) {
	start = min(lines.Start(span.Start.Line), len(src))
	end = min(lines.Start(span.Start.Line+1), len(src))
	for end > start && (src[end-1] == '\n' || src[end-1] == '\r') {
		end--
	}
	return start, end
}

// backward is the offset of the n-th character from the end of b.
func backward(b []byte, n int) int {
	at := len(b)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRune(b[:at])
		at -= size
	}
	return at
}

// forward is the offset behind the n-th character of b.
func forward(b []byte, n int) int {
	at := 0
	for ; n > 0 && at < len(b); n-- {
		_, size := utf8.DecodeRune(b[at:])
		at += size
	}
	return at
}
