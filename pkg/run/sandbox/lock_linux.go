package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// shutIn takes from the calling thread, which must be locked, what the
// command shall not have, and tells what is in force. The order of the steps
// matters: limits and capabilities while we still may, the filter last.
func shutIn(o *order) (*Report, error) {
	r := &Report{Level: o.Level, Network: o.Network, NotEnforced: []string{}}
	if err := setLimits(o.Limits); err != nil {
		return nil, stepError(stepLimits, err)
	}
	if o.Level == None {
		r.Network = NetworkOn
		r.NotEnforced = append(r.NotEnforced, "file system", "network", "system calls", "capabilities")
		return r, nil
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return nil, stepError(stepPrivileges, err)
	}
	if err := dropCapabilities(); err != nil {
		return nil, stepError(stepCaps, err)
	}
	abi, err := restrictLandlock(grants(o), o.Network)
	if err != nil {
		return nil, stepError(stepLandlock, err)
	}
	if err := installSeccomp(o.Network); err != nil {
		return nil, stepError(stepSeccomp, err)
	}
	r.LandlockABI, r.Seccomp = abi, true
	if o.Namespaces {
		r.Namespaces = namespaceNames(o)
		if n := o.Limits.Processes; n > 0 && !bindsByID(n) && (os.Geteuid() == 0 || !o.UserNS) {
			r.NotEnforced = append(r.NotEnforced, GapProcesses)
		}
	} else {
		r.NotEnforced = append(r.NotEnforced, partialGaps(abi)...)
	}
	return r, nil
}

// namespaceNames lists the namespaces an order was started in.
func namespaceNames(o *order) []string {
	var names []string
	if o.UserNS {
		names = append(names, "user")
	}
	names = append(names, "mount", "pid")
	if o.Network == NetworkOff {
		names = append(names, "net")
	}
	return append(names, "ipc", "uts")
}

// partialGaps names what Landlock and a filter leave open without namespaces.
func partialGaps(abi int) []string {
	gaps := []string{
		"mode, owner, times and attributes of files outside the workspace",
		"host processes visible in /proc",
		"System V IPC and POSIX message queues of the host",
	}
	if abi < abiResolveUnix {
		gaps = append(gaps, "unix sockets of the host by path")
	}
	if abi < abiScope {
		gaps = append(gaps, "signals to other processes of the user", "abstract unix sockets of the host")
	}
	if abi < abiTruncate {
		gaps = append(gaps, "truncation of files outside the workspace")
	}
	return gaps
}

// dropCapabilities empties every capability set of the calling thread.
func dropCapabilities() error {
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		if err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.EPERM) {
			return fmt.Errorf("drop capability %d: %w", c, err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("clear ambient capabilities: %w", err)
	}
	hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&hdr, &none[0]); err != nil {
		return os.NewSyscallError("capset", err)
	}
	return nil
}

// setLimits sets the limits that do not hinder the supervisor itself.
func setLimits(l Limits) error {
	if err := lower(unix.RLIMIT_CORE, 0); err != nil {
		return err
	}
	for _, lim := range []struct {
		resource int
		value    int64
	}{
		{unix.RLIMIT_CPU, int64(math.Ceil(l.CPU.Seconds()))},
		{unix.RLIMIT_FSIZE, l.FileBytes},
		{unix.RLIMIT_NOFILE, int64(l.OpenFiles)},
	} {
		if lim.value <= 0 {
			continue
		}
		if err := lower(lim.resource, uint64(lim.value)); err != nil {
			return err
		}
	}
	return nil
}

// commandLimits are the limits that only the command may have: the supervisor
// needs threads and address space. The number of processes is counted per
// user, so it makes sense in a user namespace of our own alone.
func commandLimits(o *order) map[int]uint64 {
	limits := map[int]uint64{}
	if o.Limits.Processes > 0 && o.UserNS {
		limits[unix.RLIMIT_NPROC] = uint64(o.Limits.Processes + ownThreads())
	}
	if o.Limits.Memory > 0 {
		limits[unix.RLIMIT_AS] = uint64(o.Limits.Memory)
	}
	return limits
}

// LimitsMemory says whether [Limits.Memory] binds on this system.
const LimitsMemory = true

// ownThreads is how many threads the supervisor has: they count against the
// same limits as what the command starts.
func ownThreads() int {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return spareThreads
	}
	return len(tasks)
}

// LimitsProcesses says whether a number of processes, [Limits.Processes], binds
// at a level: it needs a user namespace, and for root a process namespace with
// ids of its own, of which there are no fewer than 400.
func LimitsProcesses(level Level, n int) bool {
	return level == Strict && (os.Geteuid() != 0 || bindsByID(n))
}

// bindsByID says whether the highest process id of a namespace can be that
// number.
func bindsByID(n int) bool { return n >= pidMaxLowest && pidMaxIsNamespaced() }

func lower(resource int, value uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(resource, &now); err != nil {
		return err
	}
	want := unix.Rlimit{Cur: min(value, now.Max), Max: min(value, now.Max)}
	if err := unix.Setrlimit(resource, &want); err != nil {
		return fmt.Errorf("limit %d: %w", resource, err)
	}
	return nil
}
