//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// sharedWith says why a directory is not the user's alone, or "".
func sharedWith(info fs.FileInfo) string {
	if info.Mode().Perm()&0o022 != 0 {
		return "can be written to by others"
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Geteuid() {
		return "belongs to another user"
	}
	return ""
}
