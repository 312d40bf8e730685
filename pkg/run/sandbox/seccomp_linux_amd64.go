package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	x32Bit    = 0x40000000 // numbers from here on are the x32 ABI's
)

// archDenied are denied calls that only this architecture has.
var archDenied = []uint32{unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_USTAT, unix.SYS_SYSFS}

// archModeCalls are calls that set modes and that only this architecture has.
var archModeCalls = []modeCall{
	{unix.SYS_CHMOD, 1, -1}, {unix.SYS_CREAT, 1, -1}, {unix.SYS_MKNOD, 1, -1}, {unix.SYS_OPEN, 2, 1},
}

// archRules keeps the x32 calls, which have numbers of their own, out.
func archRules(f *filter) { f.retIfAtLeast(x32Bit, verdictErrno(unix.ENOSYS)) }
