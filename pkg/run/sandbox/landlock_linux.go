package sandbox

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Three system calls, made here and not by github.com/landlock-lsm/go-landlock
// (looked at in version 0.11.2). That library restricts all threads of a
// program, and the supervisor's first thread has to stay outside of the domain
// (see offLeader). Its Config.NewRulesetFD leaves the restricting to the
// caller since 0.11, which takes from this file addGrant alone; in exchange it
// brings psx, whose cgo variant puts signal handlers into every build with
// cgo, and its best effort restricts nothing at all on the first version of
// Landlock once a rule grants the right to move files.

// Access rights by what they are for. Each ABI version of Landlock adds some;
// asking for a right the kernel does not know is an error, so all are cut to
// what the ABI has.
const (
	accessRead  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	accessWrite = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV | unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX
	// accessOfFile are the rights that may be granted on what is no directory.
	accessOfFile = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// ABI versions at which Landlock learned something.
const (
	abiRefer       = 2
	abiTruncate    = 3
	abiNet         = 4
	abiIoctl       = 5
	abiScope       = 6
	abiResolveUnix = 9
)

// landlockABI is the kernel's Landlock version, 0 when it has none.
func landlockABI() int {
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// fsRights are all rights on files that the ABI knows.
func fsRights(abi int) uint64 {
	rights := uint64(accessRead | accessWrite)
	for _, step := range []struct {
		abi   int
		right uint64
	}{
		{abiRefer, unix.LANDLOCK_ACCESS_FS_REFER},
		{abiTruncate, unix.LANDLOCK_ACCESS_FS_TRUNCATE},
		{abiIoctl, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
		{abiResolveUnix, unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX},
	} {
		if abi < step.abi {
			rights &^= step.right
		}
	}
	return rights
}

// grant is one path with the rights below it.
type grant struct {
	path   string
	rights uint64
}

// restrictLandlock shuts the calling thread, which must be locked and have
// no_new_privs set, into the grants. A path that does not exist is left out.
// It returns the ABI in force.
func restrictLandlock(grants []grant, n Network) (abi int, err error) {
	abi = landlockABI()
	if abi == 0 {
		return 0, errors.New("the kernel has no Landlock")
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: fsRights(abi)}
	if abi >= abiNet && n == NetworkOff {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= abiScope {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return 0, os.NewSyscallError("landlock_create_ruleset", errno)
	}
	defer func() { _ = unix.Close(int(fd)) }()
	for _, g := range grants {
		if err := addGrant(int(fd), g, attr.Handled_access_fs); err != nil {
			return 0, &os.PathError{Op: "landlock_add_rule", Path: g.path, Err: err}
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return 0, os.NewSyscallError("landlock_restrict_self", errno)
	}
	return abi, nil
}

func addGrant(ruleset int, g grant, handled uint64) error {
	fd, err := unix.Open(g.path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) {
		return nil // what the user cannot reach needs no grant
	}
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	rights := g.rights & handled
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= accessOfFile
	}
	if rights == 0 {
		return nil
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
