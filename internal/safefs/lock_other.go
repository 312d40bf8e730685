//go:build !unix

package safefs

import (
	"errors"
	"os"
)

var errNoLocks = errors.ErrUnsupported

const dirFlags = os.O_RDONLY
