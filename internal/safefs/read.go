package safefs

import (
	"fmt"
	"io"
	"io/fs"
)

// ReadFile reads a regular file of at most limit bytes. It returns an error
// that matches [ErrTooLarge] or [ErrNotRegular] (a FIFO or a device is never
// opened) or what the file system reports. Links are followed as far as fsys
// follows them.
func ReadFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	if info.Size() > limit {
		return nil, tooLarge(name, limit)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	data := make([]byte, 0, info.Size()+1)
	return readAll(f, data, name, limit)
}

// readAll reads f into data, whose capacity is a byte larger than the file is
// expected to be: a growing file is the exception.
func readAll(f io.Reader, data []byte, name string, limit int64) ([]byte, error) {
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > limit:
			return nil, tooLarge(name, limit)
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s: %w: more than %d bytes", name, ErrTooLarge, limit)
}
