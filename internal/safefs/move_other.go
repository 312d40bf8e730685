//go:build !windows

package safefs

import (
	"errors"
	"os"
)

// patiently does it once: no other program is ever in the way.
func patiently(do func() error) error { return do() }

// Rename is [os.Rename].
func Rename(from, to string) error { return os.Rename(from, to) }

// RemoveAll is [os.RemoveAll].
func RemoveAll(path string) error { return os.RemoveAll(path) }

// RemoveLocked removes what a lock protects, the file of the lock among it,
// and frees the lock after that: who waits for it finds nothing.
func RemoveLocked(unlock, remove func() error) error { return errors.Join(remove(), unlock()) }
