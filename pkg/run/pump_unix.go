//go:build unix

package run

import (
	"errors"
	"io"
	"os"
	"syscall"
	"time"
)

// readWaiting reads what already waits in a pipe whose read deadline has
// passed, and waits for nothing: io.EOF says that there is no more.
func readWaiting(pipe *os.File, buf []byte) (n int, err error) {
	if err := pipe.SetReadDeadline(time.Time{}); err != nil {
		return 0, err
	}
	raw, err := pipe.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		for {
			if n, failed = syscall.Read(int(fd), buf); !errors.Is(failed, syscall.EINTR) {
				return true
			}
		}
	})
	if err = errors.Join(err, failed); err != nil || n <= 0 {
		return 0, errors.Join(io.EOF, err)
	}
	return n, nil
}
