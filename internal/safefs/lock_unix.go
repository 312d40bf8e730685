//go:build unix

package safefs

import "syscall"

// errNoLocks is what NFS without a lock daemon answers.
const errNoLocks = syscall.ENOLCK

// dirFlags open a directory, and nothing else in its place.
const dirFlags = syscall.O_RDONLY | syscall.O_DIRECTORY | syscall.O_NOFOLLOW
