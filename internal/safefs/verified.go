package safefs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteVerified is [WriteFile] that reads back what was written, after it was
// synced and before it appears at path. An error of verify leaves nothing
// behind.
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
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = readBack(tmp.Name(), verify)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, remove(tmp.Name()))
	}
	return SyncDir(filepath.Dir(path))
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
