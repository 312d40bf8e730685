package safefs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// Modes of what [CopyTree] writes, before the umask: like an archive, a tree
// carries the owner's execute bit and no other.
const (
	ModeFile fs.FileMode = 0o644
	ModeExec fs.FileMode = 0o755
	ModeDir  fs.FileMode = 0o755
)

// FileMode is the mode that a file of mode m gets in a copy.
func FileMode(m fs.FileMode) fs.FileMode {
	if m&0o100 != 0 {
		return ModeExec
	}
	return ModeFile
}

// CopyOptions says what [CopyTree] leaves out and where it stops.
type CopyOptions struct {
	// Skip reports entries to leave out; of a folder all that is below. May be nil.
	Skip func(path string, d fs.DirEntry) bool
	// Other is called for what is neither a folder nor a regular file (a link,
	// a FIFO); nil refuses it with [ErrNotRegular].
	Other func(path string, info fs.FileInfo) error
	// MaxBytes limits all files together, in bytes; 0 means no limit. Beyond
	// it the copy fails with [ErrTooLarge].
	MaxBytes int64
}

// Copied counts what [CopyTree] wrote.
type Copied struct {
	Files int
	Bytes int64
}

// CopyTree copies the folders and regular files of src into dst, which should
// be empty: an existing file is an error, never overwritten. Links are not
// followed on either side. What was copied before an error stays.
func CopyTree(ctx context.Context, dst *os.Root, src fs.FS, o CopyOptions) (Copied, error) {
	c := copier{ctx: ctx, dst: dst, src: src, o: o}
	err := fs.WalkDir(src, ".", c.visit)
	return c.done, err
}

type copier struct {
	ctx  context.Context
	dst  *os.Root
	src  fs.FS
	o    CopyOptions
	done Copied
}

func (c *copier) visit(name string, d fs.DirEntry, err error) error {
	switch {
	case err != nil:
		return err
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case name == ".":
		return nil
	case c.o.Skip != nil && c.o.Skip(name, d):
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	case d.IsDir():
		return c.dst.Mkdir(name, ModeDir)
	}
	info, err := d.Info()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		if c.o.Other == nil {
			return fmt.Errorf("%s: %w", name, ErrNotRegular)
		}
		return c.o.Other(name, info)
	}
	return c.file(name, info)
}

func (c *copier) file(name string, info fs.FileInfo) error {
	in, err := c.src.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read
	left := int64(-1)
	var r io.Reader = in
	if c.o.MaxBytes > 0 {
		left = c.o.MaxBytes - c.done.Bytes
		r = io.LimitReader(in, left+1)
	}
	n, err := WriteNew(c.dst, name, info.Mode(), r)
	c.done.Bytes += n
	if err != nil {
		return err
	}
	if left >= 0 && n > left {
		return tooLarge(name, c.o.MaxBytes)
	}
	c.done.Files++
	return nil
}

// WriteNew creates the file name below dst and copies r into it. The file must
// not exist; its mode is [FileMode] of mode less the umask. It returns the
// number of bytes written. It does not sync.
func WriteNew(dst *os.Root, name string, mode fs.FileMode, r io.Reader) (int64, error) {
	if path.Dir(name) != "." {
		if err := dst.MkdirAll(path.Dir(name), ModeDir); err != nil {
			return 0, err
		}
	}
	f, err := dst.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, FileMode(mode))
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(f, r)
	return n, errors.Join(err, f.Close())
}
