//go:build unix

package cache

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/internal/testenv"
)

// The test binary runs itself as another process that fetches one source.
const (
	childSource = "SKILLCTL_TEST_SOURCE" // what to fetch; makes the binary a child
	childCache  = "SKILLCTL_TEST_CACHE"
	childKill   = "SKILLCTL_TEST_KILL" // the point at which to die
	childMode   = "SKILLCTL_TEST_MODE"
)

func TestMain(m *testing.M) {
	if text := os.Getenv(childSource); text != "" {
		if err := child(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1) //nolint:forbidigo // a process of its own
		}
		os.Exit(0) //nolint:forbidigo // a process of its own
	}
	testenv.Plain()
	os.Exit(m.Run()) //nolint:forbidigo // the test binary's end
}

func child(text string) error {
	s, err := Open(os.Getenv(childCache), Options{hook: die, Reporter: dying{}})
	if err != nil {
		return err
	}
	src, err := ParseSource(text, "/")
	if err != nil {
		return err
	}
	mode, _ := strconv.Atoi(os.Getenv(childMode))
	e, err := s.Get(context.Background(), src, GetOptions{Mode: Mode(mode)})
	if err != nil {
		return err
	}
	changes, err := e.verify(context.Background(), e.Path)
	if err == nil && len(changes) > 0 {
		err = fmt.Errorf("the entry is not whole: %v", changes)
	}
	return err
}

// die ends the process like kill -9, when point is the one at which to die.
func die(point string) {
	if point == "read" {
		if started, _ := filepath.Glob(filepath.Join(os.Getenv(childCache), workPrefix+"*", ".unpack-*")); len(started) == 0 {
			return // only the headers are read
		}
		point = "unpacking"
	}
	if point == os.Getenv(childKill) {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

// dying is a Reporter that dies in the middle of a download.
type dying struct{ silent }

func (dying) Progress(Source, Progress) { die("downloading") }

func runChild(t *testing.T, dir, text, kill string, mode Mode) error {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childSource+"="+text, childCache+"="+dir, childKill+"="+kill, fmt.Sprintf("%s=%d", childMode, mode))
	out, err := cmd.CombinedOutput()
	if err != nil && kill == "" {
		return fmt.Errorf("%w: %s", err, out)
	}
	return err
}

// killPoints are the steps of a fetch after which a process may die.
var killPoints = []string{
	"work-made", "downloading", "downloaded", "unpacking", "unpacked", "before-sync", "ready-written", "exchanged", "published", "before-unlock",
}

// Killed at any step, a fetch leaves the old entry or the new one, and the
// next fetch finds a cache that works and removes what was left.
func TestKill(t *testing.T) {
	t.Parallel()
	bodies := map[string][2][]byte{
		"tar.gz": {demo(t), tarball(t, map[string]string{"SKILL.md": skillText + "new\n"})},
		"zip":    {zipOf(t, skillText), zipOf(t, skillText+"new\n")},
	}
	for kind, body := range bodies {
		for _, point := range killPoints {
			for _, mode := range []Mode{UseCache, Revalidate} {
				if point == "exchanged" && mode == UseCache {
					continue // there is nothing to exchange
				}
				t.Run(fmt.Sprintf("%s/%s/%d", kind, point, mode), func(t *testing.T) {
					t.Parallel()
					killAt(t, point, mode, body)
				})
			}
		}
	}
}

func killAt(t *testing.T, point string, mode Mode, body [2][]byte) {
	t.Helper()
	var current atomic.Pointer[[]byte]
	current.Store(&body[0])
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(*current.Load()) })
	s, _ := newStore(t, nil)
	if mode == Revalidate {
		mustGet(t, s, url+"/x", GetOptions{})
		current.Store(&body[1])
	}
	err := runChild(t, s.dir, url+"/x", point, mode)
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("the process was not killed at %s: %v", point, err)
	}
	works := 0
	stored, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range stored {
		if changes, err := s.Verify(t.Context(), e); err != nil || len(changes) > 0 {
			t.Errorf("half an entry: %v %v", changes, err)
		}
	}
	for _, name := range leftovers(t, s) {
		if !isKey(name) {
			works++
		}
	}
	if works > 1 || mode == Revalidate && len(stored) != 1 {
		t.Errorf("%d work directories, %d entries", works, len(stored))
	}
	mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate})
	mustGet(t, s, url+"/other", GetOptions{})
	for _, name := range leftovers(t, s) {
		if !isKey(name) {
			t.Errorf("not swept: %s", name)
		}
	}
}

// rounds is how often the contention tests run: a few times here, 50 in the
// benchmark script.
func rounds(t *testing.T) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("SKILLCTL_TEST_ROUNDS")); err == nil {
		return n
	}
	return 2
}

const processes = 16

// Processes that want one source at the same time download it once, and all
// get it whole.
func TestContention(t *testing.T) {
	data := demo(t)
	for round := range rounds(t) {
		url, count := serveBytes(t, data)
		dir := filepath.Join(t.TempDir(), "cache")
		together(t, func(int) error { return runChild(t, dir, url+"/x", "", UseCache) })
		if count.Load() != 1 {
			t.Errorf("round %d: %d downloads", round, count.Load())
		}
		s, _ := storeAt(t, dir, nil)
		if left := leftovers(t, s); len(left) != 1 {
			t.Errorf("round %d: %q", round, left)
		}
	}
}

// Readers beside a process that refreshes to ever new contents never miss the
// entry.
func TestReadersBesideRefresh(t *testing.T) {
	var n atomic.Int64
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(tarball(t, map[string]string{"SKILL.md": fmt.Sprintf("%s%d\n", skillText, n.Add(1))}))
	})
	s, _ := newStore(t, nil)
	path := mustGet(t, s, url+"/x", GetOptions{}).Path
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				if _, err := os.Stat(filepath.Join(path, "SKILL.md")); err != nil {
					t.Errorf("the entry vanished: %v", err)
					return
				}
			}
		}
	})
	for range rounds(t) {
		together(t, func(i int) error {
			if i%4 == 0 {
				return runChild(t, s.dir, url+"/x", "", Revalidate)
			}
			_, err := s.Get(t.Context(), source(t, url+"/x"), GetOptions{Mode: Offline})
			return err
		})
	}
	close(done)
	watch.Wait()
}

func together(t *testing.T, do func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	for i := range processes {
		all.Go(func() {
			if err := do(i); err != nil {
				t.Errorf("process %d: %v", i, err)
			}
		})
	}
	all.Wait()
}
