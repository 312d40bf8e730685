package safefs

import (
	"os"

	"golang.org/x/sys/unix"
)

// Exchange swaps two names of one file system at once, so that neither is ever
// missing. Where that cannot be done the error matches errors.ErrUnsupported
// or is that of the file system, and nothing has changed.
func Exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if err != nil {
		return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
	}
	return nil
}
