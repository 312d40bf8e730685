package safefs

import (
	"os"

	"golang.org/x/sys/unix"
)

// SyncTree makes everything below dir durable, by syncing its file system.
func SyncTree(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // only read
	if err := unix.Syncfs(int(d.Fd())); err != nil {
		return &os.PathError{Op: "sync", Path: dir, Err: err}
	}
	return nil
}
