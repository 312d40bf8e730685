package safefs

import (
	"errors"
	"slices"
)

// IsFull reports that there is no room left on a disk.
func IsFull(err error) bool {
	return slices.ContainsFunc(FullErrors(), func(full error) bool { return errors.Is(err, full) })
}
