//go:build unix

package cache

import (
	"errors"
	"os/exec"
	"syscall"
)

// ownGroup makes a command end together with the helpers it starts.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = groupAttr()
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if errors.Is(err, syscall.ESRCH) {
			return nil
		}
		return err
	}
}
