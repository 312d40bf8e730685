//go:build unix

package run

import (
	"os"
	"syscall"
)

// openFlags open a file without following a link and without waiting for the
// other end of a FIFO.
const openFlags = os.O_RDONLY | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
