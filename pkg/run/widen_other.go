//go:build !linux

package run

import "os"

// widen leaves the pipe as it is.
func widen(*os.File) {}
