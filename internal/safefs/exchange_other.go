//go:build !linux && !darwin

package safefs

import (
	"errors"
	"os"
)

// Exchange swaps two names of one file system at once. This system cannot.
func Exchange(a, b string) error {
	return &os.LinkError{Op: "exchange", Old: a, New: b, Err: errors.ErrUnsupported}
}
