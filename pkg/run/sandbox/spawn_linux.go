package sandbox

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// spawning is all that the new process needs between its birth and the new
// program, made before: it must not allocate, grow its stack or call anything
// of Go's runtime, whose other threads it lacks.
type spawning struct {
	program    *byte
	argv, envv **byte
	dir        *byte
	limits     []limit
	parent     uintptr
	told       uintptr // descriptor for the error, closed by a successful exec
	signals    unix.Sigset_t
}

// limit is one of the new process alone.
type limit struct {
	resource uintptr
	value    unix.Rlimit
}

// spawn is [syscall.ForkExec] for a command that has a session of its own,
// the caller's descriptors 0 to 2, and limits that bind it and not the caller:
// under the command's limit on address space or processes Go's runtime, which
// does not survive a refusal, could not run. The process is killed when the
// calling thread ends, which must be locked.
func spawn(o *order, limits map[int]uint64) (pid int, err error) {
	s, err := newSpawning(o, limits)
	if err != nil {
		return 0, err
	}
	told, tell, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer func() { _ = told.Close() }()
	s.told = tell.Fd()
	// A signal that came between the birth and the new program would be
	// handled by a runtime that is not there.
	var all unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, &all, &s.signals); err != nil {
		_ = tell.Close()
		return 0, os.NewSyscallError("sigprocmask", err)
	}
	pid, failed := s.fork()
	_ = unix.PthreadSigmask(unix.SIG_SETMASK, &s.signals, nil) // cannot fail where the first did not
	runtime.KeepAlive(s)
	_ = tell.Close()
	if failed != 0 {
		return 0, failed
	}
	if n, _ := told.Read((*[unsafe.Sizeof(failed)]byte)(unsafe.Pointer(&failed))[:]); n == 0 {
		return pid, nil
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		_, err = syscall.Wait4(pid, nil, 0, nil)
	}
	return 0, failed
}

func newSpawning(o *order, limits map[int]uint64) (*spawning, error) {
	s := &spawning{parent: uintptr(os.Getpid())}
	for resource, value := range limits {
		var now unix.Rlimit
		if err := unix.Getrlimit(resource, &now); err != nil {
			return nil, os.NewSyscallError("getrlimit", err)
		}
		value = min(value, now.Max)
		s.limits = append(s.limits, limit{uintptr(resource), unix.Rlimit{Cur: value, Max: value}})
	}
	argv, err := syscall.SlicePtrFromStrings(o.Argv)
	if err != nil {
		return nil, err
	}
	envv, err := syscall.SlicePtrFromStrings(o.Env)
	if err != nil {
		return nil, err
	}
	s.program, s.argv, s.envv = argv[0], &argv[0], &envv[0]
	s.dir, err = syscall.BytePtrFromString(o.Dir)
	return s, err
}

// fork makes the process. All of it but the last lines runs in the child.
//
//go:noinline
//go:norace
func (s *spawning) fork() (pid int, failed syscall.Errno) {
	var (
		e         syscall.Errno
		r         uintptr
		old, none [4]uint64 // as the kernel has sigaction: handler, flags, restorer, mask
		i         int
	)
	flags, stack := uintptr(unix.SIGCHLD), uintptr(0)
	if runtime.GOARCH == "s390x" {
		flags, stack = stack, flags
	}
	r, _, e = syscall.RawSyscall6(unix.SYS_CLONE, flags, stack, 0, 0, 0, 0)
	if e != 0 || r != 0 {
		return int(r), e
	}
	// The child. Handlers of Go's runtime go, what is ignored stays ignored.
	for r = 1; r <= 64; r++ {
		_, _, e = syscall.RawSyscall6(unix.SYS_RT_SIGACTION, r, 0, uintptr(unsafe.Pointer(&old)), 8, 0, 0)
		if e == 0 && old[0] > 1 {
			_, _, _ = syscall.RawSyscall6(unix.SYS_RT_SIGACTION, r, uintptr(unsafe.Pointer(&none)), 0, 8, 0, 0)
		}
	}
	if _, _, e = syscall.RawSyscall(unix.SYS_SETSID, 0, 0, 0); e != 0 {
		goto failure
	}
	if _, _, e = syscall.RawSyscall(unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0); e != 0 {
		goto failure
	}
	if r, _, _ = syscall.RawSyscall(unix.SYS_GETPPID, 0, 0, 0); r != s.parent {
		goto failure // orphaned before it asked to be killed for that
	}
	if _, _, e = syscall.RawSyscall(unix.SYS_CHDIR, uintptr(unsafe.Pointer(s.dir)), 0, 0); e != 0 {
		goto failure
	}
	for i = 0; i < len(s.limits); i++ {
		_, _, e = syscall.RawSyscall6(unix.SYS_PRLIMIT64, 0, s.limits[i].resource, uintptr(unsafe.Pointer(&s.limits[i].value)), 0, 0, 0)
		if e != 0 {
			goto failure
		}
	}
	if _, _, e = syscall.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&s.signals)), 0, 8, 0, 0); e != 0 {
		goto failure
	}
	_, _, e = syscall.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(s.program)), uintptr(unsafe.Pointer(s.argv)), uintptr(unsafe.Pointer(s.envv)))
failure:
	_, _, _ = syscall.RawSyscall(unix.SYS_WRITE, s.told, uintptr(unsafe.Pointer(&e)), unsafe.Sizeof(e))
	for {
		_, _, _ = syscall.RawSyscall(unix.SYS_EXIT_GROUP, 253, 0, 0)
	}
}
