package safefs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
)

// Modes of what [WriteNew] makes, before the umask: like an archive, a copy
// carries the owner's execute bit and no other.
const (
	ModeFile fs.FileMode = 0o644
	ModeExec fs.FileMode = 0o755
	modeDir  fs.FileMode = 0o755
)

// plainMode is the mode that a file of mode m gets in a copy.
func plainMode(m fs.FileMode) fs.FileMode {
	if m&0o100 != 0 {
		return ModeExec
	}
	return ModeFile
}

// WriteNew creates the file name below dst, with the folders on its way, and
// copies r into it. The file must not exist; its mode is [ModeExec] when mode
// has the owner's execute bit and [ModeFile] otherwise, less the umask. It
// returns the number of bytes written. It does not sync.
func WriteNew(dst *os.Root, name string, mode fs.FileMode, r io.Reader) (int64, error) {
	if path.Dir(name) != "." {
		if err := dst.MkdirAll(path.Dir(name), modeDir); err != nil {
			return 0, err
		}
	}
	f, err := dst.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, plainMode(mode))
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(f, r)
	return n, errors.Join(err, f.Close())
}
