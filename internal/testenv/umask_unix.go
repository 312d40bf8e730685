//go:build unix

package testenv

import "syscall"

func setUmask() { syscall.Umask(0o022) }
