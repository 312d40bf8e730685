package parse

import (
	"io/fs"
	"os"
)

// DirFS is the file system of a directory on disk that cannot be left: unlike
// that of [os.DirFS], it refuses to open what a symbolic link puts outside of
// the directory. It holds nothing open between calls and is safe for
// concurrent use. It implements [fs.StatFS], [fs.ReadDirFS], [fs.ReadFileFS]
// and [fs.ReadLinkFS].
func DirFS(dir string) fs.FS { return dirFS(dir) }

type dirFS string

// within runs a function on the directory, held open meanwhile.
func within[T any](d dirFS, do func(*os.Root) (T, error)) (T, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		var none T
		return none, err
	}
	defer func() { _ = root.Close() }() // nothing was written
	return do(root)
}

func (d dirFS) Open(name string) (fs.File, error) {
	return within(d, func(r *os.Root) (fs.File, error) { return r.FS().Open(name) })
}

func (d dirFS) Stat(name string) (fs.FileInfo, error) {
	return within(d, func(r *os.Root) (fs.FileInfo, error) { return fs.Stat(r.FS(), name) })
}

func (d dirFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "." {
		return os.ReadDir(string(d))
	}
	return within(d, func(r *os.Root) ([]fs.DirEntry, error) { return fs.ReadDir(r.FS(), name) })
}

func (d dirFS) ReadFile(name string) ([]byte, error) {
	return within(d, func(r *os.Root) ([]byte, error) { return fs.ReadFile(r.FS(), name) })
}

func (d dirFS) Lstat(name string) (fs.FileInfo, error) {
	return within(d, func(r *os.Root) (fs.FileInfo, error) { return fs.Lstat(r.FS(), name) })
}

func (d dirFS) ReadLink(name string) (string, error) {
	return within(d, func(r *os.Root) (string, error) { return fs.ReadLink(r.FS(), name) })
}
