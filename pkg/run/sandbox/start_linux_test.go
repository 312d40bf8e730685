package sandbox_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// space makes the directories of an order below a fresh directory.
func space(t *testing.T) string {
	t.Helper()
	ws, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"out", "home", "tmp", "skills/s"} {
		if err := os.MkdirAll(filepath.Join(ws, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return ws
}

// order is a shell command in that space.
func order(ws string, level sandbox.Level, script string) sandbox.Spec {
	return sandbox.Spec{
		Level:    level,
		Argv:     []string{"/bin/bash", "--noprofile", "--norc", "-c", script},
		Env:      []string{"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME=" + ws + "/home", "TMPDIR=" + ws + "/tmp", "OUT=" + ws + "/out", "WS=" + ws},
		Dir:      ws + "/skills/s",
		ReadOnly: []string{ws},
		Writable: []string{ws + "/out", ws + "/home", ws + "/tmp"},
		Network:  sandbox.NetworkOff,
		Limits:   sandbox.Limits{OpenFiles: sandbox.DefaultOpenFiles, Processes: sandbox.DefaultProcesses, FileBytes: sandbox.DefaultFileBytes},
	}
}

// do runs an order and returns what it printed.
func do(t *testing.T, spec sandbox.Spec) (string, sandbox.Status, sandbox.Report) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	spec.Stdout, spec.Stderr = w, w
	p, err := sandbox.Start(t.Context(), spec)
	w.Close()
	if errors.Is(err, sandbox.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	// A run that hangs fails its test instead of the whole suite.
	defer time.AfterFunc(5*time.Minute, p.Kill).Stop()
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	st := p.Wait()
	return string(out), st, p.Report()
}

func TestLevels(t *testing.T) {
	t.Parallel()
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Partial, sandbox.Strict} {
		t.Run(string(level), func(t *testing.T) {
			t.Parallel()
			ws := space(t)
			out, st, report := do(t, order(ws, level, `echo hi; echo x > "$OUT/x"; exit 7`))
			if st.Code != 7 || !strings.HasPrefix(out, "hi\n") {
				t.Fatalf("status %+v, output %q", st, out)
			}
			if report.Level != level {
				t.Errorf("level %q, want %q", report.Level, level)
			}
			if b, err := os.ReadFile(ws + "/out/x"); err != nil || string(b) != "x\n" {
				t.Errorf("out/x holds %q, %v", b, err)
			}
		})
	}
}

// TestNoSetuidFiles makes sure that a run, by root too, cannot leave a setuid
// program behind, by any of the calls that set modes.
func TestNoSetuidFiles(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3 to make the calls")
	}
	script := `cd "$OUT"; touch a b; chmod 4755 a; chmod g+s b; python3 -c '
import os, ctypes
for n, (call, args) in enumerate([
    (os.open, ("c", os.O_CREAT | os.O_WRONLY, 0o4755)),
    (os.mknod, ("d", 0o104755)),
    (os.chmod, ("a", 0o6755)),
    (os.open, ("e", os.O_CREAT | os.O_WRONLY, 0o755)),
    (os.chmod, ("e", 0o1755)),
]):
    try:
        call(*args)
        print(n, "done")
    except PermissionError:
        print(n, "denied")
'`
	for _, level := range []sandbox.Level{sandbox.Partial, sandbox.Strict} {
		ws := space(t)
		out, _, _ := do(t, order(ws, level, script))
		if want := "0 denied\n1 denied\n2 denied\n3 done\n4 done\n"; !strings.HasSuffix(out, want) {
			t.Errorf("%s: %q, want it to end in %q", level, out, want)
		}
		files, err := os.ReadDir(ws + "/out")
		if err != nil || len(files) != 3 {
			t.Errorf("%s: %v, %v", level, files, err)
		}
		for _, f := range files {
			if info, err := f.Info(); err != nil || info.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0 {
				t.Errorf("%s: %s has mode %v, %v", level, f.Name(), info.Mode(), err)
			}
		}
	}
}
