//go:build !windows

package cli

// noContainers says why no container can be used on this system; it can.
const (
	noContainers  = ""
	containerHint = ""
)
