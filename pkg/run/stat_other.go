//go:build !linux && !darwin && !freebsd && !netbsd

package run

import "io/fs"

// inode knows nothing here: size and time decide whether a file changed.
func inode(fs.FileInfo) (changed int64, id uint64, names uint64) { return 0, 0, 1 }

// ownedBy knows no owners here.
func ownedBy(fs.FileInfo, int) bool { return true }
