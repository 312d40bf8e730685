//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// sharedWith says why others than the user and the system's administrator may
// change what is in a directory, or "".
func sharedWith(info fs.FileInfo) string {
	if info.Mode().Perm()&0o022 != 0 {
		return "can be written to by others"
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 && int(st.Uid) != os.Geteuid() {
		return "belongs to another user"
	}
	return ""
}
