//go:build unix

package run

import "golang.org/x/sys/unix"

// maxProcessLimit is given to containers where the limit is higher: podman
// lowers its own to this number (the smallest kernel.pid_max) before it starts one.
const maxProcessLimit = 1 << 15

// processLimit is the hard limit on the user's processes.
func processLimit() uint64 {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &l); err != nil || l.Max > maxProcessLimit {
		return maxProcessLimit
	}
	return l.Max
}
