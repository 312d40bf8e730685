package safefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// patience is how long a file that another program has open is waited for: a
// virus scanner or an indexer opens what is new for a moment.
const (
	patience      = time.Second
	patiencePause = 10 * time.Millisecond
)

// patiently tries again while another program is in the way.
func patiently(do func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(patiencePause) { //nolint:forbidigo // nobody tells when a file is closed
		err := do()
		if err == nil || !isInTheWay(err) || time.Now().After(end) {
			return err
		}
	}
}

func isInTheWay(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) ||
		errors.Is(err, windows.ERROR_DIR_NOT_EMPTY) // what was removed goes with its last handle
}

// Rename is [os.Rename] that waits up to a second for programs which have the
// file open. A directory in which a file is open cannot be renamed.
func Rename(from, to string) error {
	return patiently(func() error { return os.Rename(from, to) })
}

// RemoveAll is [os.RemoveAll] that waits up to a second for programs which
// have a file open, and works on file systems that know only the old way of
// removing.
func RemoveAll(path string) error {
	return patiently(func() error {
		err := os.RemoveAll(path)
		if errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
			return removeEach(path)
		}
		return err
	})
}

// removeEach removes a tree file by file. Links are not followed.
func removeEach(path string) error {
	info, err := os.Lstat(path)
	if err == nil && info.IsDir() {
		entries, _ := os.ReadDir(path) // what is left over, the directory's removal reports
		for _, e := range entries {
			err = errors.Join(err, removeEach(filepath.Join(path, e.Name())))
		}
	}
	if err == nil {
		err = os.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// RemoveLocked removes what a lock protects, the file of the lock among it.
// The lock is freed first: files that are open stay. Who takes the lock in
// between has its file open, and so keeps it.
func RemoveLocked(unlock, remove func() error) error {
	err := unlock()
	return errors.Join(err, remove())
}
