package safefs

import (
	"os"
	"path/filepath"
)

// Abs makes a path that a person wrote absolute; dir is the working directory,
// absolute. On Windows a path that begins with a separator lies on the drive of
// dir, and one such as C:x in the working directory of that drive.
func Abs(dir, path string) string {
	switch {
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	case filepath.VolumeName(path) != "":
		if abs, err := filepath.Abs(path); err == nil {
			return abs
		}
	case path != "" && os.IsPathSeparator(path[0]):
		return filepath.Join(filepath.VolumeName(dir), path)
	}
	return filepath.Join(dir, path)
}
