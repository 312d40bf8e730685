//go:build !unix

package cache

import "io/fs"

// sharedWith leaves it to the system, whose user directories are private.
func sharedWith(fs.FileInfo) string { return "" }
