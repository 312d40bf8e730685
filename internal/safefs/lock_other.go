//go:build !unix

package safefs

import "errors"

var errNoLocks = errors.ErrUnsupported
