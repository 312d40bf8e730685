package safefs

import (
	"io/fs"
	"syscall"
)

// ExecBits says whether disks keep the execute bit.
const ExecBits = false

// hasExecBit says whether the mode tells if a file may be executed: it does in
// file systems that are no disks.
func hasExecBit(info fs.FileInfo) bool {
	_, disk := info.Sys().(*syscall.Win32FileAttributeData)
	return !disk
}
