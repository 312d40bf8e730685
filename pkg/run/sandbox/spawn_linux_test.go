package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// spawnAndWait runs a shell script by spawn and gives what it wrote to $1.
func spawnAndWait(t *testing.T, script string, limits map[int]uint64) string {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	file := filepath.Join(t.TempDir(), "out")
	pid, err := spawn(&order{Spec: Spec{Argv: []string{"/bin/sh", "-c", script, "sh", file}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/"}}, limits)
	if err != nil {
		t.Fatal(err)
	}
	var ws syscall.WaitStatus
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		_, err = syscall.Wait4(pid, &ws, 0, nil)
	}
	if err != nil || ws.ExitStatus() != 0 {
		t.Fatalf("%v, status %v", err, ws)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The limit on address space is far below what this process has. If it bound
// it for a moment only, the runtime would end it: it asks for memory all the
// time here.
func TestSpawnLimitsTheNewProcessAlone(t *testing.T) {
	stop := make(chan struct{})
	var growing sync.WaitGroup
	growing.Go(func() {
		var kept [][]byte
		for {
			select {
			case <-stop:
				return
			default:
				if kept = append(kept, make([]byte, 4<<20)); len(kept) == 32 {
					kept = nil
				}
			}
		}
	})
	for range 20 {
		if got := spawnAndWait(t, `{ ulimit -v; ulimit -H -v; } >"$1"`, map[int]uint64{unix.RLIMIT_AS: 64 << 20}); got != "65536\n65536\n" {
			t.Fatalf("%q", got)
		}
	}
	close(stop)
	growing.Wait()
	if got := spawnAndWait(t, `ulimit -v >"$1"`, nil); got != "unlimited\n" {
		t.Errorf("without a limit: %q", got)
	}
}

// No signal is blocked in the new process, none has a handler, and what was
// ignored still is.
func TestSpawnSignals(t *testing.T) {
	field := func(status, name string) string {
		_, rest, _ := strings.Cut(status, name+":\t")
		value, _, _ := strings.Cut(rest, "\n")
		return value
	}
	const none = "0000000000000000"
	own, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	got := spawnAndWait(t, `exec cat /proc/self/status >"$1"`, nil)
	if field(got, "SigBlk") != none || field(got, "SigCgt") != none || field(got, "SigIgn") != field(string(own), "SigIgn") {
		t.Errorf("new process:\n%s\nthis one:\n%s", got, own)
	}
	if now, _ := os.ReadFile("/proc/thread-self/status"); field(string(now), "SigBlk") != field(string(own), "SigBlk") {
		t.Errorf("signals stay blocked here: %s", field(string(now), "SigBlk"))
	}
}

func TestSpawnTellsWhatExecDoes(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		program, dir string
		want         error
	}{
		{"/no/such/program", "/", syscall.ENOENT},
		{plain, "/", syscall.EACCES},
		{"/bin/sh", "/no/such/directory", syscall.ENOENT},
		{"/bin/sh", "/dev/null", syscall.ENOTDIR},
		{"/bin/sh\x00", "/", syscall.EINVAL},
	} {
		pid, err := spawn(&order{Spec: Spec{Argv: []string{tt.program}, Dir: tt.dir}}, nil)
		if !errors.Is(err, tt.want) || pid != 0 {
			t.Errorf("%s in %s: %d, %v", tt.program, tt.dir, pid, err)
		}
	}
	if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); !errors.Is(err, syscall.ECHILD) {
		t.Errorf("a child is left: %d, %v", pid, err)
	}
}
