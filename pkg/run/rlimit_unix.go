//go:build unix

package run

import "golang.org/x/sys/unix"

// processLimit is the hard limit on the user's processes, 0 when there is none.
func processLimit() uint64 {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &l); err != nil || l.Max > 1<<30 {
		return 0
	}
	return l.Max
}
