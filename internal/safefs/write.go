package safefs

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file so that it is seen whole or not at all: to a
// temporary name beside it, synced, closed, renamed. When write or a later
// step fails nothing is left behind and an existing file stays as it was. A
// new file gets mode less the umask; a file that is replaced gets exactly mode.
// A link is followed, so that the file it names is replaced and not the link;
// what is there and no regular file (a device, say) gives [ErrNotRegular].
// Errors of the file system are a *[fs.PathError] that names path, never the
// temporary file.
func WriteFile(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return WriteVerified(path, mode, write, nil)
}

// WriteVerified is [WriteFile] that reads back what was written, after it was
// synced and before it appears at path, unless verify is nil. An error of
// verify leaves nothing behind.
func WriteVerified(path string, mode fs.FileMode, write func(io.Writer) error, verify func(r io.ReaderAt, size int64) error) error {
	path, err := target(path)
	if err != nil {
		return err
	}
	tmp, err := createBeside(path, mode)
	if err != nil {
		return err
	}
	err = fill(tmp, path, mode, write)
	if err = errors.Join(err, tmp.Close()); err == nil && verify != nil {
		err = readBack(tmp.Name(), verify)
	}
	if err == nil {
		err = Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(named(err, tmp.Name(), path), remove(tmp.Name()))
	}
	return SyncDir(filepath.Dir(path))
}

// target is the file that path names in the end.
func target(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s: %w", path, ErrNotRegular)
	}
	return filepath.EvalSymlinks(path)
}

func fill(tmp *os.File, path string, mode fs.FileMode, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil {
		if err := tmp.Chmod(mode.Perm()); err != nil {
			return err
		}
	}
	buf := bufio.NewWriterSize(tmp, 64<<10)
	if err := write(buf); err != nil {
		return err
	}
	if err := buf.Flush(); err != nil {
		return err
	}
	return tmp.Sync()
}

func readBack(path string, verify func(r io.ReaderAt, size int64) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // read only
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return verify(f, info.Size())
}

func createBeside(path string, mode fs.FileMode) (*os.File, error) {
	name := "." + filepath.Base(path) + "." + rand.Text()[:10] + ".tmp"
	if len(name) > MaxNameBytes {
		name = "." + rand.Text() + ".tmp"
	}
	tmp := filepath.Join(filepath.Dir(path), name)
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	return f, named(err, tmp, path)
}

// named puts path in the place of a file beside it that an error names: nobody
// but us knows that one.
func named(err error, beside, path string) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok && e.Path == beside {
		return &fs.PathError{Op: "write", Path: path, Err: e.Err}
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok && e.Old == beside {
		return &fs.PathError{Op: "write", Path: path, Err: e.Err}
	}
	return err
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
