package safefs

import (
	"errors"
	"syscall"

	"golang.org/x/sys/windows"
)

// FullErrors are those of a disk without room.
func FullErrors() []error {
	return []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED, syscall.ENOSPC}
}

// IsInUse reports that a file is open, here or in another program, so that
// neither it nor a directory above it can be moved or removed.
func IsInUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
