package sandbox_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A probe tries one thing that the strict level must deny. It returns nil
// when it got what it wanted. The baits are named in the environment.
type probe struct {
	name string
	try  func() error
	// bites says that the probe succeeds without a sandbox on any Linux, for
	// any user: the check that it would notice a hole.
	bites bool
}

// probeArg is the argument that makes the test binary try one probe.
const probeArg = "__probe"

// probeMain tries the probe and exits 0 when it was denied, 7 when not.
func probeMain(args []string) (code int, ran bool) {
	if len(args) != 2 || args[0] != probeArg {
		return 0, false
	}
	for _, p := range probes() {
		if p.name != args[1] {
			continue
		}
		if err := p.try(); err != nil {
			fmt.Fprintln(os.Stdout, "denied:", err)
			return 0, true
		}
		fmt.Fprintln(os.Stdout, "ALLOWED")
		return 7, true
	}
	fmt.Fprintln(os.Stdout, "no such probe")
	return 8, true
}

func bait(name string) string { return os.Getenv("BAIT_" + name) }

func baitPath(parts ...string) string {
	return filepath.Join(append([]string{bait("HOME")}, parts...)...)
}

// probes are the 43 of the security reference, section 3.4.
func probes() []probe {
	var all []probe
	for _, group := range [][]probe{readProbes(), writeProbes(), attributeProbes(), networkProbes(), processProbes(), kernelProbes()} {
		all = append(all, group...)
	}
	return all
}

func read(path string) func() error {
	return func() error {
		b, err := os.ReadFile(path)
		if err == nil && len(b) == 0 {
			return errors.New("empty")
		}
		return err
	}
}

func readProbes() []probe {
	return []probe{
		{"read-ssh", read(baitPath(".ssh", "id_ed25519")), true},
		{"read-aws", read(baitPath(".aws", "credentials")), true},
		{"read-shadow", read("/etc/shadow"), false},
		{"read-other-home", read(filepath.Join(bait("OTHER"), "secret")), true},
		{"read-cache", read(baitPath(".cache", "skillctl", "skills", "x")), true},
		{"read-host-tmp", read(bait("TMP")), true},
		{"follow-link", read("link-out"), true},
		{"proc-root", func() error {
			// Level none sees this through the supervisor, another user's
			// process 1 is closed to it anyway.
			return read("/proc/1/root" + baitPath(".ssh", "id_ed25519"))()
		}, false},
		{"inherited-descriptor", func() error {
			fd, err := strconv.Atoi(bait("FD"))
			if err != nil {
				return nil
			}
			buf := make([]byte, 16)
			if n, err := unix.Pread(fd, buf, 0); err != nil || n == 0 || !strings.HasPrefix(string(buf), "bait") {
				return fmt.Errorf("descriptor %d: %d bytes, %w", fd, n, errors.Join(err))
			}
			return nil
		}, false},
	}
}

func write(path string) func() error {
	return func() error { return os.WriteFile(path, []byte("x"), 0o600) }
}

func writeProbes() []probe {
	return []probe{
		{"write-root", write("/skillctl-probe"), false},
		// In the private /tmp and /dev/shm writing is fine as long as the host
		// does not see it: these look for the bait that only the host has.
		{"write-host-tmp", func() error { return overwrite(bait("TMP")) }, true},
		{"write-home", write(baitPath("new")), true},
		{"write-skill", write("SKILL.md"), true},
		{"write-host-shm", func() error { return overwrite(bait("SHM")) }, true},
	}
}

func overwrite(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString("x")
	return err
}

// attributeProbes go for a file of the caller's own that Landlock alone would
// leave open, and for one that is visible inside.
func attributeProbes() []probe {
	target := baitPath("plain")
	return []probe{
		{"chmod", func() error { return first(os.Chmod(target, 0o777), os.Chmod("SKILL.md", 0o777)) }, true},
		{"chown", func() error {
			return first(os.Chown(target, os.Getuid(), os.Getgid()), os.Chown("SKILL.md", os.Getuid(), os.Getgid()))
		}, true},
		{"utime", func() error {
			now := time.Now()
			return first(os.Chtimes(target, now, now), os.Chtimes("SKILL.md", now, now))
		}, true},
		{"setxattr", func() error {
			return first(unix.Setxattr(target, "user.probe", []byte("x"), 0), unix.Setxattr("SKILL.md", "user.probe", []byte("x"), 0))
		}, false},
		{"rename", func() error { return first(os.Rename(target, target+"2"), os.Rename("SKILL.md", "S2")) }, true},
		{"link", func() error {
			return first(os.Link(baitPath("plain2"), baitPath("hard")), os.Link("SKILL.md", os.Getenv("OUT")+"/hard"))
		}, true},
	}
}

// first is nil when any of the tries succeeded.
func first(errs ...error) error {
	for _, err := range errs {
		if err == nil {
			return nil
		}
	}
	return errors.Join(errs...)
}

func socket(family, kind, protocol int) func() error {
	return func() error {
		fd, err := unix.Socket(family, kind, protocol)
		if err == nil {
			_ = unix.Close(fd)
		}
		return err
	}
}

func dial(network, address string) func() error {
	return func() error {
		c, err := net.DialTimeout(network, address, 2*time.Second)
		if err != nil {
			return err
		}
		defer c.Close()
		_, err = c.Write([]byte("x"))
		return err
	}
}

const ipprotoMPTCP = 262

func networkProbes() []probe {
	return []probe{
		{"tcp", dial("tcp", bait("TCP")), true},
		{"udp", dial("udp", bait("UDP")), true},
		{"mptcp", socket(unix.AF_INET, unix.SOCK_STREAM, ipprotoMPTCP), false},
		{"raw", socket(unix.AF_PACKET, unix.SOCK_RAW, 0), false},
		{"icmp", func() error {
			return first(socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP)(), socket(unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_ICMP)())
		}, false},
		{"netlink", socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE), true},
		{"vsock", socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0), false},
		{"unix-abstract", dial("unix", bait("ABSTRACT")), true},
		{"unix-path", dial("unix", bait("SOCKET")), true},
		{"dns", func() error {
			// Name servers are asked by UDP or TCP; the first step is enough.
			return first(socket(unix.AF_INET, unix.SOCK_DGRAM, 0)(), socket(unix.AF_INET6, unix.SOCK_DGRAM, 0)())
		}, true},
	}
}

func processProbes() []probe {
	return []probe{
		{"ptrace", func() error { return unix.PtraceAttach(os.Getppid()) }, false},
		{"process-vm", func() error {
			buf := make([]byte, 8)
			local := []unix.Iovec{{Base: &buf[0], Len: 8}}
			_, err := unix.ProcessVMReadv(os.Getppid(), local, []unix.RemoteIovec{{Base: uintptr(0x400000), Len: 8}}, 0)
			if errors.Is(err, unix.EFAULT) {
				return nil // we were let in, there just is nothing
			}
			return err
		}, false},
		{"kill-outside", func() error {
			pid, err := strconv.Atoi(bait("PID"))
			if err != nil {
				return err
			}
			return first(unix.Kill(pid, 0), unix.Kill(1, 0))
		}, true},
		{"host-pids", func() error {
			comm, err := os.ReadFile("/proc/" + bait("PID") + "/comm")
			if err == nil && strings.TrimSpace(string(comm)) != bait("COMM") {
				return errors.New("another process has this id")
			}
			return err
		}, true},
		{"survivor", func() error {
			// Started here, looked for by the test when all is over.
			cmd := []string{"/bin/sh", "-c", "exec 0<&- 1>&- 2>&-; trap '' TERM HUP INT; while :; do sleep 1; done # " + bait("MARK")}
			_, err := syscall.ForkExec(cmd[0], cmd, &syscall.ProcAttr{Sys: &syscall.SysProcAttr{Setsid: true}, Env: os.Environ()})
			if err != nil {
				return err
			}
			return errors.New("to be looked for")
		}, false},
	}
}

func kernelProbes() []probe {
	call := func(nr uintptr, args ...uintptr) error {
		var a [6]uintptr
		copy(a[:], args)
		r, _, errno := unix.Syscall6(nr, a[0], a[1], a[2], a[3], a[4], a[5])
		if errno != 0 {
			return fmt.Errorf("%d: %w", int(r), errno)
		}
		return nil
	}
	var params [256]byte
	return []probe{
		{"mount", func() error { return unix.Mount("tmpfs", "/tmp", "tmpfs", 0, "") }, false},
		{"unshare-user", func() error {
			_, err := syscall.ForkExec("/bin/true", []string{"true"}, &syscall.ProcAttr{
				Sys: &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER},
			})
			return err
		}, false},
		{"setns", func() error {
			fd, err := unix.Open("/proc/self/ns/uts", unix.O_RDONLY, 0)
			if err != nil {
				return err
			}
			return unix.Setns(fd, 0)
		}, false},
		{"bpf", func() error { return call(unix.SYS_BPF, 0, uintptr(unsafe.Pointer(&params)), 48) }, false},
		{"io-uring", func() error { return call(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params))) }, false},
		{"keyctl", func() error {
			_, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_USER_KEYRING, true)
			return err
		}, false},
		{"tiocsti", func() error {
			c := byte('x')
			return first(call(unix.SYS_IOCTL, 0, unix.TIOCSTI, uintptr(unsafe.Pointer(&c))), ttyWrite())
		}, false},
		{"setuid", func() error {
			st, err := os.ReadFile("/proc/self/status")
			if err != nil {
				return err
			}
			if !strings.Contains(string(st), "NoNewPrivs:\t1") || !strings.Contains(string(st), "CapBnd:\t0000000000000000") {
				return nil
			}
			return errors.New("no new privileges, no capabilities to gain")
		}, true},
	}
}

func ttyWrite() error {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}
