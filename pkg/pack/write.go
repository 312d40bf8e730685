package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// epoch is the time of every entry of every pack: the first that a zip can
// hold.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// Written is what [Pack.Write] made.
type Written struct {
	Digest digest.Digest // sha256 of the archive
	Bytes  int64         // of the archive
}

// Write writes the archive. The same content gives the same bytes on every
// machine: entries are sorted by path, times are 1980-01-01T00:00:00Z, owners
// are 0, modes are 0644 or 0755, compressors are pinned. It fails when a file
// changed since [Build] and at the first write error. What was written before
// an error is of no use.
func (p *Pack) Write(ctx context.Context, w io.Writer) (Written, error) {
	out := &latch{w: w, hash: digest.NewHash()}
	write := p.writeTarball
	if p.Format.isZip() {
		write = p.writeZip
	}
	err := write(ctx, out)
	// The writers below swallow some errors of the file they write to (mholt/
	// archives drops those of closing) and wrap others; the latch has seen them
	// all as they were.
	if out.err != nil {
		err = out.err
	}
	if err != nil {
		return Written{}, err
	}
	if out.hash.Size() > MaxArchive {
		return Written{}, refuse("", RuleArchiveSize, "the archive has %d bytes: readers take at most %d", out.hash.Size(), MaxArchive)
	}
	return Written{Digest: out.hash.Digest(), Bytes: out.hash.Size()}, nil
}

// WriteFile writes the archive to path, which appears whole or not at all: it
// is written beside, synced, read back entry by entry, handed to also when
// that is not nil (to sign it, say), and renamed.
func (p *Pack) WriteFile(ctx context.Context, path string, also func(r io.Reader) error) (Written, error) {
	var out Written
	write := func(w io.Writer) (err error) {
		out, err = p.Write(ctx, w)
		return err
	}
	verify := func(r io.ReaderAt, size int64) error {
		if err := p.compare(ctx, r, size, out); err != nil || also == nil {
			return err
		}
		return also(io.NewSectionReader(r, 0, size))
	}
	if err := safefs.WriteVerified(path, 0o644, write, verify); err != nil {
		return Written{}, err
	}
	return out, nil
}

// compare reads an archive back and compares it with the plan.
func (p *Pack) compare(ctx context.Context, r io.ReaderAt, size int64, w Written) error {
	m, err := Read(ctx, r, size, ReadOptions{Digest: w.Digest})
	if err != nil {
		return fmt.Errorf("reading the pack back: %w", err)
	}
	same := slices.EqualFunc(m.Files, p.Files, func(got, want File) bool {
		return got.Path == p.prefix+want.Path && got.Mode == want.Mode && got.Digest == want.Digest
	})
	if !same {
		return refuse("", RuleChanged, "what was written is not what was to be packed")
	}
	return nil
}

// latch remembers the first write error and writes nothing after it.
type latch struct {
	w    io.Writer
	hash *digest.Hash
	err  error
}

func (l *latch) Write(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.w.Write(p)
	_, _ = l.hash.Write(p[:n]) // never fails
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	l.err = err
	return n, err
}

// open returns the content of a file as it was when it was digested. When the
// file is another one now, a Read fails that comes before the last byte was
// handed out: mholt/archives asks for no more than the size and drops io.EOF.
func (p *Pack) open(f File) (io.ReadCloser, error) {
	if b, ok := p.kept[f.Path]; ok {
		return io.NopCloser(bytes.NewReader(b)), nil
	}
	r, err := p.fsys.Open(f.Path)
	if err != nil {
		return nil, err
	}
	return &verified{ReadCloser: r, file: f, hash: digest.NewHash()}, nil
}

// verified holds what is read against a file's size and digest.
type verified struct {
	io.ReadCloser
	file File
	hash *digest.Hash
}

func (v *verified) Read(p []byte) (int, error) {
	left := v.file.Bytes - v.hash.Size()
	if left == 0 {
		return 0, io.EOF
	}
	n, err := v.ReadCloser.Read(p[:min(int64(len(p)), left)])
	_, _ = v.hash.Write(p[:n]) // never fails
	switch {
	case v.hash.Size() == v.file.Bytes:
		if err := v.end(); err != nil {
			return 0, err
		}
		return n, nil
	case errors.Is(err, io.EOF):
		return 0, changed(v.file.Path)
	}
	return n, err
}

// end checks that the file ends here with the right digest.
func (v *verified) end() error {
	var more [1]byte
	n, err := v.ReadCloser.Read(more[:])
	switch {
	case n > 0 || v.hash.Digest() != v.file.Digest:
		return changed(v.file.Path)
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}
