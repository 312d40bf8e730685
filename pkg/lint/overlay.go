package lint

import (
	"bytes"
	"io/fs"
)

// overlay is a skill's directory with some files replaced. Listings show the
// sizes on disk.
type overlay struct {
	below fs.FS
	files map[string][]byte
}

// Open opens a replaced file, or the one below.
func (o *overlay) Open(name string) (fs.File, error) {
	b, ok := o.files[name]
	if !ok {
		return o.below.Open(name)
	}
	info, err := o.Stat(name)
	if err != nil {
		return nil, err
	}
	return &memoryFile{Reader: bytes.NewReader(b), info: info}, nil
}

// Stat tells the new size of a replaced file.
func (o *overlay) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(o.below, name)
	return o.sized(name, info, err)
}

// Lstat is Stat that does not follow links.
func (o *overlay) Lstat(name string) (fs.FileInfo, error) {
	info, err := fs.Lstat(o.below, name)
	return o.sized(name, info, err)
}

func (o *overlay) sized(name string, info fs.FileInfo, err error) (fs.FileInfo, error) {
	if b, ok := o.files[name]; ok && err == nil {
		return sizedInfo{info, int64(len(b))}, nil
	}
	return info, err
}

// ReadLink reads a link below.
func (o *overlay) ReadLink(name string) (string, error) { return fs.ReadLink(o.below, name) }

// ReadDir lists a directory below.
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(o.below, name) }

type sizedInfo struct {
	fs.FileInfo
	size int64
}

func (i sizedInfo) Size() int64 { return i.size }

type memoryFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *memoryFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *memoryFile) Close() error               { return nil }
