//go:build linux && (amd64 || arm64)

package sandbox

import (
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

const seccompSupported = true

// namespaceFlags are the clone(2) flags that make a namespace.
const namespaceFlags = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// deniedCalls fail with EPERM. They change mounts, namespaces, the kernel,
// the clock or other processes, or reach around the file system's checks; no
// ordinary program needs them.
var deniedCalls = []uint32{
	// mounts and roots
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_MOUNT_SETATTR,
	unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	// namespaces
	unix.SYS_UNSHARE, unix.SYS_SETNS,
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP,
	unix.SYS_PIDFD_GETFD, unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES,
	// kernel
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_REBOOT, unix.SYS_ACCT, unix.SYS_SYSLOG,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_FANOTIFY_INIT,
	// handles that reach around path checks
	unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
	// clock, names, terminals
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_VHANGUP,
}

// socketFamilies are the families a command may open.
func socketFamilies(n Network) []uint32 {
	if n == NetworkOn {
		return []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}
	}
	return []uint32{unix.AF_UNIX}
}

// seccompProgram is the filter for a command with that network.
func seccompProgram(n Network) []unix.SockFilter {
	var f filter
	denied := verdictErrno(unix.EPERM)
	f.load(offArch)
	f.skipUnlessEqual(auditArch, 1)
	f.add(unix.BPF_JMP|unix.BPF_JA, 0, 1)
	f.ret(verdictKill)
	f.load(offNumber)
	archRules(&f)
	for _, nr := range deniedCalls {
		f.retIfEqual(nr, denied)
	}
	for _, nr := range archDenied {
		f.retIfEqual(nr, denied)
	}
	// The flags of clone3 lie behind a pointer, which a filter cannot follow;
	// libraries take ENOSYS as the word to use clone.
	f.retIfEqual(unix.SYS_CLONE3, verdictErrno(unix.ENOSYS))
	f.when(unix.SYS_CLONE, func(b *filter) {
		b.load(offArgLow(0))
		b.retIfAny(namespaceFlags, denied)
		b.ret(verdictAllow)
	})
	f.when(unix.SYS_SOCKET, func(b *filter) { socketRule(b, n) })
	f.when(unix.SYS_SOCKETPAIR, func(b *filter) {
		b.load(offArgLow(0))
		b.retIfEqual(unix.AF_UNIX, verdictAllow)
		b.ret(denied)
	})
	f.when(unix.SYS_IOCTL, func(b *filter) {
		b.load(offArgLow(1))
		b.retIfEqual(unix.TIOCSTI, denied)
		b.retIfEqual(tiocLinux, denied)
		b.ret(verdictAllow)
	})
	setuidRules(&f)
	f.when(unix.SYS_PERSONALITY, func(b *filter) {
		b.load(offArgLow(0))
		b.retIfEqual(0, verdictAllow)
		b.retIfEqual(perQuery, verdictAllow)
		b.retIfEqual(perNoRandomize, verdictAllow)
		b.ret(denied)
	})
	f.ret(verdictAllow)
	return f
}

// modeCall is a call that sets the mode of a file: which argument the mode is
// and, when the call makes files only with some flags, which one those are.
type modeCall struct {
	nr          uint32
	mode, flags int
}

// modeCalls are those of every architecture; archModeCalls the older ones.
var modeCalls = []modeCall{
	{unix.SYS_FCHMOD, 1, -1},
	{unix.SYS_FCHMODAT, 2, -1},
	{unix.SYS_FCHMODAT2, 2, -1},
	{unix.SYS_MKNODAT, 2, -1},
	{unix.SYS_OPENAT, 3, 2},
}

// openMakes are the flags of open(2) that make it look at the mode: O_CREAT
// and the bit of O_TMPFILE.
const openMakes = unix.O_CREAT | unix.O_TMPFILE&^unix.O_DIRECTORY

// setuidRules keep the command from making setuid and setgid files. They
// would gain nothing inside, but a file that root's run left in a directory
// of the host would make whoever starts it root. The mode of openat2 lies
// behind a pointer: the call is answered as unknown.
func setuidRules(f *filter) {
	denied := verdictErrno(unix.EPERM)
	for _, c := range slices.Concat(modeCalls, archModeCalls) {
		f.when(c.nr, func(b *filter) {
			if c.flags >= 0 {
				b.load(offArgLow(c.flags))
				b.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, 3, openMakes)
			}
			b.load(offArgLow(c.mode))
			b.retIfAny(unix.S_ISUID|unix.S_ISGID, denied)
			b.ret(verdictAllow)
		})
	}
	f.retIfEqual(unix.SYS_OPENAT2, verdictErrno(unix.ENOSYS))
}

const (
	tiocLinux      = 0x541c     // TIOCLINUX: paste into a console
	perQuery       = 0xffffffff // personality(2): ask, change nothing
	perNoRandomize = 0x0040000  // ADDR_NO_RANDOMIZE, set by debuggers and some runtimes
	sockTypeMask   = 0xf        // SOCK_NONBLOCK and SOCK_CLOEXEC stand above it
)

// socketRule allows the families of the network, no raw sockets, and of
// netlink only the route protocol, which name resolution uses.
func socketRule(b *filter, n Network) {
	denied := verdictErrno(unix.EPERM)
	b.load(offArgLow(1))
	b.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0, sockTypeMask)
	b.retIfEqual(unix.SOCK_PACKET, denied)
	b.load(offArgLow(0))
	for _, family := range socketFamilies(n) {
		b.when(family, func(b *filter) { familyRule(b, family) })
	}
	b.ret(denied)
}

// familyRule decides on a socket of an allowed family.
func familyRule(b *filter, family uint32) {
	switch family {
	case unix.AF_NETLINK:
		b.load(offArgLow(2))
		b.retIfEqual(unix.NETLINK_ROUTE, verdictAllow)
		b.ret(verdictErrno(unix.EPERM))
	case unix.AF_INET, unix.AF_INET6:
		b.load(offArgLow(1))
		b.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0, sockTypeMask)
		b.retIfEqual(unix.SOCK_RAW, verdictErrno(unix.EPERM))
		b.ret(verdictAllow)
	default:
		b.ret(verdictAllow)
	}
}

// installSeccomp puts the filter on the calling thread, which must be locked
// and have no_new_privs set; what it starts inherits it.
func installSeccomp(n Network) error {
	prog := seccompProgram(n)
	fprog := unix.SockFprog{Len: uint16(len(prog)), Filter: &prog[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&fprog)))
	runtime.KeepAlive(prog)
	if errno != 0 {
		return errno
	}
	return nil
}
