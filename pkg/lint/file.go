package lint

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/internal/sniff"
	"github.com/skillctl/skillctl/pkg/parse"
)

// File is one file of a skill (or of the repository). What it is made of is
// read and derived once per run, when a rule first asks. A File is safe for
// concurrent use.
type File struct {
	parse.Resource // Path is relative to the skill, slash-separated

	// Display is the path as reports show it.
	Display string

	content  func() content
	lines    func() *parse.Lines
	markdown func() *parse.Markdown
	sniff    func() sniff.Info
}

// content is what reading a file came to.
type content struct {
	bytes []byte
	head  []byte // the first bytes, also of a file that is too large
	err   error
}

// newFile makes a file whose content read delivers, called at most once.
func newFile(r parse.Resource, display string, read func() content) *File {
	f := &File{Resource: r, Display: display}
	f.content = sync.OnceValue(read)
	f.lines = sync.OnceValue(func() *parse.Lines { return parse.NewLines(f.Bytes()) })
	f.markdown = sync.OnceValue(func() *parse.Markdown { return parse.ParseMarkdown(f.Bytes(), 0) })
	f.sniff = sync.OnceValue(func() sniff.Info { return sniff.Detect(f.Path, f.content().head) })
	return f
}

// reader reads a file of a skill: a link is never followed (what it leads to
// is listed at its own place, or is not the skill's), and of a file that is
// too large only the head is read.
func reader(fsys fs.FS, r parse.Resource) func() content {
	return func() content {
		if r.Mode.Type() != 0 {
			return content{}
		}
		if r.Bytes > MaxFileBytes {
			head, err := readHead(fsys, r.Path)
			if err == nil && sniff.Detect(r.Path, head).Text {
				err = safefs.ErrTooLarge
			}
			return content{head: head, err: err}
		}
		b, err := safefs.ReadFile(fsys, r.Path, MaxFileBytes)
		return content{bytes: b, head: b, err: err}
	}
}

func readHead(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(f, sniff.HeadBytes))
	return head, errors.Join(err, f.Close())
}

// Bytes is the content; empty when it cannot be read, is no regular file or is
// larger than [MaxFileBytes] (each of which is a finding of its own). It must
// not be changed.
func (f *File) Bytes() []byte { return f.content().bytes }

// Err says why [File.Bytes] is empty though the file is not, or nil. A large
// binary file has none: there is nothing in it to analyze.
func (f *File) Err() error { return f.content().err }

// Lines gives positions in the content.
func (f *File) Lines() *parse.Lines { return f.lines() }

// Span is the span between two byte offsets of the content.
func (f *File) Span(start, end int) parse.Span { return f.Lines().Span(start, end) }

// Sniff tells what kind of file it is.
func (f *File) Sniff() sniff.Info { return f.sniff() }

// Text reports whether the content is text.
func (f *File) Text() bool { return f.Sniff().Text }

// IsMarkdown reports whether the file is Markdown by its name.
func (f *File) IsMarkdown() bool {
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".md", ".markdown", ".mdx":
		return true
	}
	return false
}

// Markdown is the index of the content as Markdown, whatever its name; of
// SKILL.md that of the body, with positions in the file.
func (f *File) Markdown() *parse.Markdown { return f.markdown() }

// inCode reports whether a byte offset lies in a code block or a code span.
func (f *File) inCode(at int) bool {
	m := f.Markdown()
	within := func(s parse.Span) bool { return s.Start.Offset <= at && at < s.End.Offset }
	return slices.ContainsFunc(m.CodeBlocks, func(b parse.CodeBlock) bool { return within(b.Span) }) ||
		slices.ContainsFunc(m.CodeSpans, func(c parse.CodeSpan) bool { return within(c.Span) })
}
