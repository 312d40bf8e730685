//go:build linux || darwin

package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/run"
)

const temporary = `{"version":1,"temporary":true,"skills":{}}`

// deadWorkspace makes what a killed run leaves, last changed two hours ago.
func deadWorkspace(tb testing.TB, root, name, metadata string) string {
	tb.Helper()
	dir := filepath.Join(root, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		tb.Fatal(err)
	}
	if metadata != "" {
		put(tb, dir, map[string]string{"metadata.json": metadata, "skills/demo/SKILL.md": "x", "out/a": "a"})
	}
	age(tb, dir)
	return dir
}

func age(tb testing.TB, dir string) {
	tb.Helper()
	then := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(dir, then, then); err != nil {
		tb.Fatal(err)
	}
}

func lockDir(t *testing.T, dir string) {
	t.Helper()
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
}

func TestSweepTakesTheDeadAlone(t *testing.T) {
	t.Parallel()
	root := tempDir(t)
	dead := deadWorkspace(t, root, "ws_dead_0123456789abcdef", temporary)
	empty := deadWorkspace(t, root, "ws__0123456789abcdef", "")
	kept := deadWorkspace(t, root, "ws_kept_0123456789abcdef", `{"version":1,"skills":{}}`)
	alive := deadWorkspace(t, root, "ws_alive_0123456789abcdef", temporary)
	lockDir(t, alive)
	fresh := deadWorkspace(t, root, "ws_fresh_0123456789abcdef", temporary)
	if err := os.Chtimes(fresh, time.Time{}, time.Now()); err != nil {
		t.Fatal(err)
	}
	stranger := deadWorkspace(t, root, "ws_stranger_0123", temporary)
	unmarked := deadWorkspace(t, root, "ws_unmarked_0123456789abcdef", temporary)
	if err := os.Remove(filepath.Join(unmarked, "metadata.json")); err != nil {
		t.Fatal(err)
	}
	age(t, unmarked)
	elsewhere := deadWorkspace(t, tempDir(t), "ws_elsewhere_0123456789abcdef", temporary)
	link := filepath.Join(root, "ws_link_0123456789abcdef")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Fatal(err)
	}
	left := []string{kept, alive, fresh, stranger, unmarked, elsewhere, link}
	if os.Geteuid() == 0 {
		other := deadWorkspace(t, root, "ws_other_0123456789abcdef", temporary)
		if err := os.Chown(other, 12345, 12345); err != nil {
			t.Fatal(err)
		}
		left = append(left, other)
	}
	removed, err := run.Sweep(t.Context(), root, time.Now().Add(-time.Hour))
	if diff := cmp.Diff([]string{empty, dead}, removed); diff != "" || err != nil {
		t.Errorf("%s\n%v", diff, err)
	}
	for _, dir := range left {
		if !exists(t, dir) {
			t.Errorf("%s is gone", dir)
		}
	}
}

// Where others may rename, a name does not stand for a workspace.
func TestSweepKeepsOutOfSharedDirectories(t *testing.T) {
	t.Parallel()
	root := tempDir(t)
	dead := deadWorkspace(t, root, "ws_dead_0123456789abcdef", temporary)
	for _, step := range []struct {
		mode  os.FileMode
		there bool
	}{{0o777, true}, {0o777 | os.ModeSticky, false}} {
		if err := os.Chmod(root, step.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Sweep(t.Context(), root, time.Now().Add(-time.Hour)); err != nil {
			t.Error(err)
		}
		if exists(t, dead) != step.there {
			t.Errorf("mode %v: the dead workspace is there: %t", step.mode, !step.there)
		}
	}
}

// Sweeps and runs of several programs at once do not hurt each other.
func TestSweepsAndRunsAtOnce(t *testing.T) {
	t.Parallel()
	root := tempDir(t)
	var dead []string
	for _, c := range "abcdefgh" {
		dead = append(dead, deadWorkspace(t, root, "ws_"+string(c)+"_0123456789abcdef", temporary))
	}
	s := skill(t, map[string]string{"a.txt": "a\n"})
	var mu sync.Mutex
	var removed []string
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			list, err := run.Sweep(t.Context(), root, time.Now().Add(-time.Hour))
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			removed = append(removed, list...)
			mu.Unlock()
		})
		all.Go(func() {
			o := options(t, "none", "cat a.txt > out/a")
			o.WorkspaceRoot = root
			p, err := run.NewPlan(s, o)
			if err != nil {
				t.Error(err)
				return
			}
			r, err := p.Run(t.Context(), run.Local{}, run.Streams{}, run.Finish{})
			if err != nil || len(r.OutputFiles) != 1 {
				t.Errorf("run: %+v, %v", r, err)
			}
		})
	}
	all.Wait()
	slices.Sort(removed)
	if diff := cmp.Diff(dead, removed); diff != "" {
		t.Errorf("each is removed once: %s", diff)
	}
	if left, err := os.ReadDir(root); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// signaled is a writer that tells of its first write.
type signaled chan struct{}

func (s signaled) Write(p []byte) (int, error) {
	select {
	case s <- struct{}{}:
	default:
	}
	return len(p), nil
}

// A workspace is claimed for as long as its run lives, however old it looks.
func TestSweepLeavesTheLiving(t *testing.T) {
	t.Parallel()
	o := options(t, "none", "touch -d '2 hours ago' ../..; echo ready; read -r x; echo alive > out/a")
	p, err := run.NewPlan(skill(t, map[string]string{}), o)
	if err != nil {
		t.Fatal(err)
	}
	stdin, goOn, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }()
	ready := make(signaled, 1)
	done := make(chan *run.Result, 1)
	go func() {
		r, err := p.Run(t.Context(), run.Local{}, run.Streams{Stdin: stdin, Stdout: ready}, run.Finish{})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	<-ready
	removed, err := run.Sweep(t.Context(), o.WorkspaceRoot, time.Now().Add(-time.Hour))
	if len(removed) > 0 || err != nil {
		t.Errorf("removed %v, %v", removed, err)
	}
	if err := goOn.Close(); err != nil {
		t.Error(err)
	}
	if r := <-done; r == nil || len(r.OutputFiles) != 1 {
		t.Errorf("%+v", r)
	}
	if exists(t, p.Workspace.Root) {
		t.Error("the workspace is left")
	}
}
