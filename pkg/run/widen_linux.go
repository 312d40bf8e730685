package run

import (
	"os"

	"golang.org/x/sys/unix"
)

// widen makes a pipe hold more, so that fast output needs fewer turns. The
// system may refuse; then the pipe stays as it is.
func widen(f *os.File) {
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeBytes)
	})
}
