//go:build unix && !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// groupGaps says what a process group cannot hold.
var groupGaps = []string{
	"processes that leave their process group (setsid) outlive the command",
	"the command outlives skillctl when that is killed by SIGKILL",
}

// group is a command that leads a session and a process group of its own.
type group struct{ cmd *exec.Cmd }

func startGroup(cmd *exec.Cmd) (*group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return &group{cmd}, cmd.Start()
}

func (g *group) signal(sig os.Signal) error {
	n, ok := sig.(syscall.Signal)
	if !ok {
		return errors.New("no such signal here")
	}
	return syscall.Kill(-g.cmd.Process.Pid, n)
}

func (g *group) kill() { _ = g.signal(syscall.SIGKILL) }

func (g *group) wait() Status {
	// The status tells how it ended; an error would repeat it.
	_ = g.cmd.Wait()
	g.kill()
	ws, ok := g.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && ws.Signaled() {
		return Status{Code: 128 + int(ws.Signal()), Signal: int(ws.Signal())}
	}
	return Status{Code: g.cmd.ProcessState.ExitCode()}
}
