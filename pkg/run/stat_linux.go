package run

import (
	"io/fs"
	"syscall"
)

// inode tells of a file what its owner cannot forge: when it last changed in
// any way (nanoseconds), which file it is, and how many names it has.
func inode(info fs.FileInfo) (changed int64, id uint64, names uint64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, 1
	}
	return st.Ctim.Nano(), st.Ino, uint64(st.Nlink) //nolint:unconvert // 32 bits on arm64
}

// ownedBy reports whether the file belongs to the user.
func ownedBy(info fs.FileInfo, uid int) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == uid
}
