package sandbox

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestAbortLeavesNothing gives a supervisor up after it has started its
// command, whose processes hold a pipe open for as long as they live.
func TestAbortLeavesNothing(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	s, _, err := launch(order{Spec: Spec{
		Level: None, Dir: t.TempDir(), Network: NetworkOn, Stdout: w,
		Argv: []string{"/bin/bash", "-c", "echo; setsid sleep 600 & wait"},
		Env:  []string{"PATH=/usr/bin:/bin"},
	}})
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil {
		t.Fatalf("the command did not start: %v", err)
	}
	s.abort()
	if _, err := io.Copy(io.Discard, r); err != nil {
		t.Errorf("a process is left: %v", err)
	}
}

// TestCommandDiesWithItsSupervisor lets a command kill its supervisor, as it
// can at level none, and go on.
func TestCommandDiesWithItsSupervisor(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	s, _, err := launch(order{Spec: Spec{
		Level: None, Dir: t.TempDir(), Network: NetworkOn, Stdout: w,
		Argv: []string{"/bin/bash", "-c", "kill -KILL $PPID; while :; do :; done"},
		Env:  []string{"PATH=/usr/bin:/bin"},
	}})
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
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
