package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// archDenied are denied calls that only this architecture has.
var archDenied []uint32

// archModeCalls are calls that set modes and that only this architecture has.
var archModeCalls []modeCall

// archRules has nothing to add here: there is one system-call ABI.
func archRules(*filter) {}
