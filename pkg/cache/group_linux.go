package cache

import "syscall"

// groupAttr makes a command the head of a process group, which ends with us
// even when nobody can tell it to: git would go on fetching.
func groupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
