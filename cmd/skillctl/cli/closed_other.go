//go:build !windows

package cli

// isClosedPipe is never asked: the system ends a process whose reader is gone.
func isClosedPipe(error) bool { return false }
