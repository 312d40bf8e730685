//go:build !windows

package ui

import "os"

// obeysEscapes reports whether a terminal obeys escape sequences: all do.
func obeysEscapes(*os.File) bool { return true }
