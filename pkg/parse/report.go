package parse

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// String is the diagnostic on one line as errors are printed: path and
// position first, then the message.
func (d Diagnostic) String() string {
	switch {
	case d.Path == "" && !d.Span.IsValid():
		return d.Message
	case !d.Span.IsValid():
		return d.Path + ": " + d.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", d.Path, d.Span.Start.Line, d.Span.Start.Column, d.Message)
}

// report collects diagnostics about one file.
type report struct {
	path  string
	lines *Lines
	list  []Diagnostic
}

// add reports the bytes from start to end. The result can be changed until
// the next call.
func (r *report) add(rule string, start, end int, format string, args ...any) *Diagnostic {
	message := format
	if len(args) > 0 {
		message = fmt.Sprintf(format, args...)
	}
	r.list = append(r.list, Diagnostic{
		Rule:     rule,
		Severity: DefaultSeverity(rule),
		Message:  message,
		Path:     r.path,
		Span:     r.lines.Span(start, end),
	})
	return &r.list[len(r.list)-1]
}

// sorted are the diagnostics in the order of the file.
func (r *report) sorted() []Diagnostic {
	slices.SortStableFunc(r.list, func(a, b Diagnostic) int {
		return cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset)
	})
	return r.list
}

func itoa(n int) string { return strconv.Itoa(n) }
