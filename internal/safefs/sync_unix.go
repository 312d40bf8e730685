//go:build unix

package safefs

import (
	"errors"
	"os"
	"syscall"
)

// SyncDir makes the names in a folder durable. File systems that cannot sync
// a folder are left alone.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // only read
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) && !errors.Is(err, syscall.EROFS) {
		return err
	}
	return nil
}
