//go:build !windows

package run

import "os"

// linkDir makes a link at name, below the root, to a directory of the root;
// target is relative to where the link stands.
func linkDir(root *os.Root, target, name string) error { return root.Symlink(target, name) }
