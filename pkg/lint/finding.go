package lint

import (
	"fmt"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Finding is what a rule reports while it is being described: its methods add
// to it and return it, so that they can be chained.
type Finding struct {
	rule    *Rule
	file    *File // nil when the path is no readable file
	path    string
	skill   string
	span    parse.Span
	message string
	hint    string
	fix     []parse.Edit
	levels  Levels // nil: the rule's
}

// Hint says what to do about the finding.
func (f *Finding) Hint(format string, args ...any) *Finding {
	f.hint = fmt.Sprintf(format, args...)
	return f
}

// Fix adds edits of the finding's file that repair it with certainty, all or
// none of which are applied. They must not overlap each other.
func (f *Finding) Fix(edits ...parse.Edit) *Finding {
	f.fix = append(f.fix, edits...)
	return f
}

// At gives the finding levels of its own instead of the rule's.
func (f *Finding) At(levels Levels) *Finding {
	f.levels = levels
	return f
}
