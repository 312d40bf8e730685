package cli

import (
	"errors"

	"golang.org/x/sys/windows"
)

// isClosedPipe reports that who read standard output is gone, as head is when it
// has seen enough. Elsewhere the system ends the process then.
func isClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_NO_DATA) || errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_PIPE_NOT_CONNECTED)
}
