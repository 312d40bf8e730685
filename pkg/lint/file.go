package lint

import (
	"sync"

	"github.com/skillctl/skillctl/pkg/parse"
)

// File is one file of a skill (or of the repository). What it is made of is
// read and derived once per run, when a rule first asks. A File is safe for
// concurrent use.
type File struct {
	parse.Resource // Path is relative to the skill, slash-separated

	// Display is the path as reports show it.
	Display string

	read  func() ([]byte, error)
	bytes func() ([]byte, error)
	lines func() *parse.Lines
}

// newFile makes a file whose content read delivers, called at most once.
func newFile(r parse.Resource, display string, read func() ([]byte, error)) *File {
	f := &File{Resource: r, Display: display, read: read}
	f.bytes = sync.OnceValues(read)
	f.lines = sync.OnceValue(func() *parse.Lines { return parse.NewLines(f.Bytes()) })
	return f
}

// Bytes is the content; empty when it cannot be read, is no regular file or is
// larger than [MaxFileBytes] (each of which is a finding of its own). It must
// not be changed.
func (f *File) Bytes() []byte {
	b, _ := f.bytes()
	return b
}

// Err says why [File.Bytes] is empty, or nil.
func (f *File) Err() error {
	_, err := f.bytes()
	return err
}

// Lines gives positions in the content.
func (f *File) Lines() *parse.Lines { return f.lines() }

// Span is the span between two byte offsets of the content.
func (f *File) Span(start, end int) parse.Span { return f.Lines().Span(start, end) }
