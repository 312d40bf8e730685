//go:build unix && !linux

package cache

import "syscall"

// groupAttr makes a command the head of a process group.
func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
