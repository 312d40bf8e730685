package cache

import (
	"errors"
	"syscall"

	"golang.org/x/sys/windows"
)

// isReset reports that the other side of a connection gave it up.
func isReset(err error) bool {
	return errors.Is(err, windows.WSAECONNRESET) || errors.Is(err, windows.WSAECONNABORTED) || errors.Is(err, syscall.EPIPE)
}
