//go:build unix

package safefs

import "syscall"

// errNoLocks is what NFS without a lock daemon answers.
const errNoLocks = syscall.ENOLCK
