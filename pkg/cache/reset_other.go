//go:build !windows

package cache

import (
	"errors"
	"syscall"
)

// isReset reports that the other side of a connection gave it up.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
