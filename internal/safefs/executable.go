package safefs

import (
	"io"
	"io/fs"
)

// Executable reports whether a regular file may be executed by its owner, as
// far as the file system knows; info may be that of a link to it. Windows keeps
// no such bit: there a file on disk counts that begins with "#!", as it does
// for the shells that people run scripts with on Windows. Only then it is
// opened; one that cannot be is not executable.
func Executable(fsys fs.FS, name string, info fs.FileInfo) bool {
	if hasExecBit(info) {
		return info.Mode()&0o100 != 0
	}
	return hasShebang(fsys, name)
}

func hasShebang(fsys fs.FS, name string) bool {
	f, err := fsys.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // only read
	var head [2]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && string(head[:]) == "#!"
}
