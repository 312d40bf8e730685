//go:build !windows

package safefs

import "io/fs"

// ExecBits says whether disks keep the execute bit.
const ExecBits = true

// hasExecBit says whether the mode tells if a file may be executed.
func hasExecBit(fs.FileInfo) bool { return ExecBits }
