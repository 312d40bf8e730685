//go:build !unix

package cache

import "os/exec"

// ownGroup leaves it at ending the command itself.
func ownGroup(cmd *exec.Cmd) { cmd.Cancel = func() error { return cmd.Process.Kill() } }
