package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// archDenied are denied calls that only this architecture has.
var archDenied []uint32

// archRules has nothing to add here: there is one system-call ABI.
func archRules(*filter) {}
