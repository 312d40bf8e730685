package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// launchPiped starts a line of bash at level none. What it prints can be read
// from r, which ends when the last process that holds the pipe has ended.
func launchPiped(t *testing.T, line string) (s *supervised, r *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if err := r.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	s, _, err = launch(order{Spec: Spec{
		Level: None, Dir: t.TempDir(), Network: NetworkOn, Stdout: w,
		Argv: []string{"/bin/bash", "-c", line},
		Env:  []string{"PATH=/usr/bin:/bin"},
	}})
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return s, r
}

// TestAbortLeavesNothing gives a supervisor up after it has started its
// command, whose processes hold a pipe open for as long as they live.
func TestAbortLeavesNothing(t *testing.T) {
	t.Parallel()
	s, r := launchPiped(t, "echo; setsid sleep 600 & wait")
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil {
		t.Fatalf("the command did not start: %v", err)
	}
	s.abort()
	if _, err := io.Copy(io.Discard, r); err != nil {
		t.Errorf("a process is left: %v", err)
	}
}

// TestLateAnswer waits in vain for a supervisor. A machine that is too busy for
// a level can have it all the same: no lower one is tried.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	ours, theirs, err := socketPair()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	defer theirs.Close()
	s := &supervised{line: ours, in: json.NewDecoder(ours), out: json.NewEncoder(io.Discard)}
	if _, err := s.handshake(order{}, 0); err == nil || errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "did not answer") {
		t.Errorf("%v", err)
	}
}

// TestCommandDiesWithItsSupervisor lets a command kill its supervisor, as it
// can at level none, and go on.
func TestCommandDiesWithItsSupervisor(t *testing.T) {
	t.Parallel()
	s, r := launchPiped(t, "kill -KILL $PPID; while :; do :; done")
	if st := s.wait(); !st.Lost || st.Code != 137 {
		t.Errorf("%+v, want a lost supervisor", st)
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		t.Errorf("the command goes on: %v", err)
	}
}

const helperNoProc = "SKILLCTL_TEST_NO_PROC"

// TestWithoutProc starts without /proc, in a mount namespace of its own.
func TestWithoutProc(t *testing.T) {
	t.Parallel()
	if os.Getenv(helperNoProc) != "" {
		for _, level := range []Level{Strict, None} {
			_, err := Start(t.Context(), Spec{Level: level, Argv: []string{"/bin/true"}, Dir: "/"})
			setup, ok := errors.AsType[*SetupError](err)
			if !ok || setup.Step != stepSelf || setup.Level != level || !strings.Contains(setup.Hint(), "mount /proc") {
				t.Errorf("level %s: %v", level, err)
			}
		}
		return
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "unshare", "-m", "umount", "-l", "/proc").CombinedOutput(); err != nil {
		t.Skipf("needs to unmount /proc: %s", out)
	}
	cmd := exec.CommandContext(t.Context(), "unshare", "-m", "sh", "-c", `umount -l /proc; exec "$0" -test.run '^TestWithoutProc$'`, exe)
	cmd.Env = append(os.Environ(), helperNoProc+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
