package run

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/internal/digest"
)

// Modes of what is made in a workspace.
const (
	modePrivate = 0o700
	modeDir     = 0o755
)

// copier copies the entries of a tree, directory by directory, so that each
// file costs one step from its directory instead of one from the top.
type copier struct {
	src      fs.FS
	dst      *os.Root // the copy's top
	readOnly bool
	buf      []byte

	dir  string   // the directory that at stands for
	at   *os.Root // nil for the top
	sums []digest.Entry
}

// copyTree copies entries of src into dst and returns the digests of the
// files. Read-only copies get their write bits removed at the end, where the
// sandbox may not be there to keep them.
func copyTree(ctx context.Context, dst *os.Root, src fs.FS, entries []Entry, readOnly bool) ([]digest.Entry, error) {
	c := &copier{src: src, dst: dst, readOnly: readOnly, buf: make([]byte, copyBytes), dir: "."}
	defer c.leave()
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := c.copy(e); err != nil {
			return nil, inputError(e.Path, err)
		}
	}
	if !readOnly {
		return c.sums, nil
	}
	return c.sums, c.seal(entries)
}

func (c *copier) copy(e Entry) error {
	switch {
	case e.Mode.IsDir():
		return c.dst.Mkdir(filepath.FromSlash(e.Path), modeDir)
	case e.Link != "":
		return c.dst.Symlink(filepath.FromSlash(e.Link), filepath.FromSlash(e.Path))
	}
	if err := c.enter(path.Dir(e.Path)); err != nil {
		return err
	}
	return c.file(e)
}

// enter makes dir the directory that files are made in.
func (c *copier) enter(dir string) error {
	if dir == c.dir {
		return nil
	}
	c.leave()
	if dir == "." {
		return nil
	}
	at, err := c.dst.OpenRoot(filepath.FromSlash(dir))
	if err != nil {
		return err
	}
	c.dir, c.at = dir, at
	return nil
}

func (c *copier) leave() {
	if c.at != nil {
		_ = c.at.Close()
	}
	c.dir, c.at = ".", nil
}

func (c *copier) file(e Entry) error {
	in, err := c.src.Open(e.Path)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	at := c.at
	if at == nil {
		at = c.dst
	}
	out, err := at.OpenFile(path.Base(e.Path), os.O_CREATE|os.O_EXCL|os.O_WRONLY, c.perm(e.Mode))
	if err != nil {
		return err
	}
	sum := digest.NewHash()
	// One byte more than the plan says is enough to see that it grew.
	n, err := io.CopyBuffer(onlyWriter{io.MultiWriter(out, sum)}, io.LimitReader(in, e.Bytes+1), c.buf)
	if err2 := out.Close(); err == nil {
		err = err2
	}
	if err == nil && n > e.Bytes {
		err = errChanged
	}
	c.sums = append(c.sums, digest.Entry{Path: e.Path, Digest: sum.Digest()})
	return err
}

var errChanged = &Error{Kind: Input, Text: "the file grew while it was copied"}

// onlyWriter keeps io.CopyBuffer to its buffer.
type onlyWriter struct{ io.Writer }

// perm is the mode of a copied file: the original's bits, always readable by
// the owner, and writable unless the copy is read-only.
func (c *copier) perm(m fs.FileMode) fs.FileMode {
	p := m.Perm()&0o755 | 0o400
	if c.readOnly {
		return p &^ 0o222
	}
	return p | 0o200
}

// seal takes the write bits of the directories, deepest first.
func (c *copier) seal(entries []Entry) error {
	c.leave()
	for _, e := range slices.Backward(entries) {
		if !e.Mode.IsDir() {
			continue
		}
		if err := c.dst.Chmod(filepath.FromSlash(e.Path), 0o555); err != nil {
			return err
		}
	}
	return nil
}
