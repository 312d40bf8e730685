package cache

import (
	"io/fs"
	"syscall"
)

// changeTime is the time of the last change to content or metadata, in ns,
// which nothing but the clock can set.
func changeTime(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano()
	}
	return 0
}
