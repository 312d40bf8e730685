package lint

import "github.com/skillctl/skillctl/pkg/parse"

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

// excerptOf cuts the line at which the span starts.
func excerptOf(lines *parse.Lines, span parse.Span) Excerpt {
	if lines == nil || !span.IsValid() {
		return Excerpt{}
	}
	text := []rune(clip(lines.Text(span.Start.Line), span.Start.Column))
	column := min(span.Start.Column, len(text)+1)
	length := 1
	switch {
	case span.End.Line > span.Start.Line:
		length = len(text) - column + 1
	case span.End.Column > column:
		length = span.End.Column - column
	}
	from := max(0, column-1-excerptReach)
	to := min(len(text), column-1+excerptReach)
	return Excerpt{
		Text:     string(text[from:to]),
		Column:   column - from,
		Length:   max(1, min(length, to-column+1)),
		CutLeft:  from > 0,
		CutRight: to < len(text),
	}
}

// clip spares turning a line of a megabyte into runes: only what lies within
// reach of the column, plus one to know that something was cut, is kept.
func clip(line string, column int) string {
	n := 0
	for i := range line {
		if n++; n > column+excerptReach+1 {
			return line[:i]
		}
	}
	return line
}
