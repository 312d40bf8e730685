package safefs

import (
	"os"

	"golang.org/x/sys/unix"
)

// Exchange swaps two names of one file system at once, so that neither is ever
// missing. Where that cannot be done the error matches errors.ErrUnsupported
// or is that of the file system, and nothing has changed.
func Exchange(a, b string) error {
	err := unix.RenamexNp(a, b, unix.RENAME_SWAP)
	if err != nil {
		return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
	}
	return nil
}
