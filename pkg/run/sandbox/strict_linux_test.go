package sandbox_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// TestProbes lets the test binary try to break out of the strict level, and
// checks that the probes bite without a sandbox.
func TestProbes(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	all := probes()
	if len(all) != 43 {
		t.Fatalf("%d probes, want 43", len(all))
	}
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Strict} {
		t.Run(string(level), func(t *testing.T) {
			b := layBaits(t)
			for _, p := range all {
				if level == sandbox.None && !p.bites {
					continue
				}
				spec := order(b.space, level, "")
				spec.Argv = []string{exe, probeArg, p.name}
				spec.Env = append(spec.Env, b.env...)
				spec.ReadOnly = append(spec.ReadOnly, exe)
				spec.Stdin = b.terminal
				out, st, _ := do(t, spec)
				switch {
				case level == sandbox.Strict && st.Code != 0:
					t.Errorf("%s: %s (status %d)", p.name, strings.TrimSpace(out), st.Code)
				case level == sandbox.None && st.Code != 7:
					t.Errorf("%s: does not bite: %s", p.name, strings.TrimSpace(out))
				}
				b.restore(t)
			}
			if level == sandbox.Strict {
				b.unchanged(t)
			}
			if left := marked(t, b.mark); left > 0 {
				t.Errorf("%d survivors", left)
			}
		})
	}
}

// TestProbesAsUser runs TestProbes again as a user without privileges.
func TestProbesAsUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root to become another user; TestProbes has run as this one")
	}
	const user = 12345
	// Not below the test's own directory, which the user cannot reach.
	dir, err := os.MkdirTemp("/tmp", "skillctl-probes-") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "probes.test")
	if out, err := exec.CommandContext(t.Context(), "cp", self, exe).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	home := filepath.Join(dir, "home")
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{dir: 0o755, exe: 0o755, home: 0o755} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(home, user, user); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run", "^TestProbes$", "-test.v")
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "TMPDIR=" + home, "PATH=/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as user %d: %v\n%s", user, err, out)
	}
	if strings.Contains(string(out), "SKIP") {
		t.Skipf("as user %d:\n%s", user, out)
	}
}

// baits are what the probes go for: files, sockets and a process of the host,
// all of them open to the user who runs the test.
type baits struct {
	space    string // the workspace
	home     string
	tmp, shm string
	env      []string
	mark     string
	terminal *os.File
}

func layBaits(t *testing.T) *baits {
	t.Helper()
	b := &baits{space: space(t), home: t.TempDir(), mark: "skillctl-probe-" + strconv.Itoa(os.Getpid()) + "-" + filepath.Base(t.Name())}
	other := t.TempDir()
	b.tmp = filepath.Join(t.TempDir(), "bait")
	b.shm = "/dev/shm/" + b.mark
	t.Cleanup(func() { _ = os.Remove(b.shm) })
	b.restore(t)
	put(t, filepath.Join(other, "secret"))
	if err := os.Symlink(filepath.Join(b.home, ".ssh", "id_ed25519"), filepath.Join(b.space, "skills/s/link-out")); err != nil {
		t.Fatal(err)
	}
	if r, _, err := openTerminal(t); err == nil {
		b.terminal = r
	}
	b.env = []string{
		"BAIT_HOME=" + b.home, "BAIT_OTHER=" + other, "BAIT_TMP=" + b.tmp, "BAIT_SHM=" + b.shm, "BAIT_MARK=" + b.mark,
		"BAIT_TCP=" + listen(t, "tcp", "127.0.0.1:0"), "BAIT_UDP=" + listenPacket(t),
		"BAIT_ABSTRACT=" + listen(t, "unix", "@"+b.mark), "BAIT_SOCKET=" + listen(t, "unix", filepath.Join(b.home, "s")),
		"BAIT_FD=" + strconv.Itoa(inheritable(t, b.tmp)),
	}
	sleeper := exec.CommandContext(t.Context(), "sleep", "600")
	if err := sleeper.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sleeper.Process.Kill(); _ = sleeper.Wait() })
	b.env = append(b.env, "BAIT_PID="+strconv.Itoa(sleeper.Process.Pid), "BAIT_COMM=sleep")
	return b
}

// restore puts back what a probe without a sandbox has taken.
func (b *baits) restore(t *testing.T) {
	t.Helper()
	for _, path := range []string{
		filepath.Join(b.home, ".ssh", "id_ed25519"), filepath.Join(b.home, ".aws", "credentials"),
		filepath.Join(b.home, ".cache", "skillctl", "skills", "x"),
		filepath.Join(b.home, "plain"), filepath.Join(b.home, "plain2"), b.tmp, b.shm, filepath.Join(b.space, "skills/s/SKILL.md"),
	} {
		if _, err := os.Stat(path); err != nil {
			put(t, path)
		}
	}
	_ = os.Remove(filepath.Join(b.home, "hard"))
	_ = os.Remove(filepath.Join(b.space, "out/hard"))
}

// unchanged checks from outside that no probe got anywhere.
func (b *baits) unchanged(t *testing.T) {
	t.Helper()
	for _, path := range []string{b.tmp, b.shm, filepath.Join(b.home, "plain"), filepath.Join(b.space, "skills/s/SKILL.md")} {
		data, err := os.ReadFile(path)
		if err != nil || string(data) != "bait\n" {
			t.Errorf("%s: holds %q, %v", path, data, err)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v", path, info.Mode())
		}
	}
	for _, path := range []string{"/skillctl-probe", filepath.Join(b.home, "new"), filepath.Join(b.home, "plain22"), filepath.Join(b.home, "hard")} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s: was made", path)
		}
	}
}

func put(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("bait\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// openTerminal opens a pseudo terminal; the probes get one end as their
// standard input, which is the best place to push input from.
func openTerminal(t *testing.T) (r, w *os.File, err error) {
	t.Helper()
	m, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	t.Cleanup(func() { _ = m.Close() })
	n, err := unix.IoctlGetInt(int(m.Fd()), unix.TIOCGPTN)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.IoctlSetPointerInt(int(m.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, err
	}
	s, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, m, nil
}

func listen(t *testing.T, network, address string) string {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

func listenPacket(t *testing.T) string {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.LocalAddr().String()
}

// inheritable opens a file as a careless parent of skillctl would: without
// close-on-exec.
func inheritable(t *testing.T, path string) int {
	t.Helper()
	fd, err := unix.Open(path, unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	return fd
}

// marked counts the processes whose command line holds the mark.
func marked(t *testing.T, mark string) int {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, l := range lines {
		if b, err := os.ReadFile(l); err == nil && strings.Contains(string(b), mark) {
			n++
		}
	}
	return n
}

// A supervisor that needs a thread when the command has taken every process id
// would be ended by its runtime. It has them all before the command starts.
func TestSupervisorStartsNoThreadLater(t *testing.T) {
	t.Parallel()
	out, st, _ := do(t, order(space(t), sandbox.Strict, `
		threads() { while read -r name n; do [ "$name" = Threads: ] && echo "$n"; done </proc/1/status; }
		threads
		for i in {1..100}; do (true &); done
		threads
		exit 0`))
	before, after, _ := strings.Cut(strings.TrimSpace(out), "\n")
	n, err := strconv.Atoi(before)
	if err != nil || n < 8 || before != after || st.Code != 0 {
		t.Errorf("threads %q, then %q, status %+v, %v", before, after, st, err)
	}
}
