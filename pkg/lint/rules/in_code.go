package rules

import "github.com/skillctl/skillctl/pkg/lint"

// inCode reports whether a byte offset of a Markdown file lies in a code block
// or a code span.
func inCode(f *lint.File, at int) bool {
	m := f.Markdown()
	for _, b := range m.CodeBlocks {
		if b.Span.Start.Offset <= at && at < b.Span.End.Offset {
			return true
		}
	}
	for _, c := range m.CodeSpans {
		if c.Span.Start.Offset <= at && at < c.Span.End.Offset {
			return true
		}
	}
	return false
}
