package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/safefs"
)

// Whatever was done to an entry, verify names it.
func TestVerify(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	for name, c := range map[string]struct {
		tamper func(dir string) error
		want   []Change
	}{
		"nothing": {func(string) error { return nil }, nil},
		"changed": {func(d string) error { return os.WriteFile(filepath.Join(d, "SKILL.md"), []byte("x"), 0o600) }, []Change{{"SKILL.md", Modified}}},
		"added":   {func(d string) error { return os.WriteFile(filepath.Join(d, "evil.sh"), nil, 0o600) }, []Change{{"evil.sh", Added}}},
		"removed": {func(d string) error { return os.RemoveAll(filepath.Join(d, "scripts")) }, []Change{{"scripts/run.sh", Removed}}},
		"mode":    {func(d string) error { return os.Chmod(filepath.Join(d, "scripts/run.sh"), 0o600) }, []Change{{"scripts/run.sh", ModeChanged}}},
		"link":    {func(d string) error { return os.Symlink("/etc", filepath.Join(d, "etc")) }, []Change{{"etc", Added}}},
	} {
		if name == "mode" && !safefs.ExecBits {
			continue
		}
		s, _ := newStore(t, nil)
		e := mustGet(t, s, url+"/x", GetOptions{})
		if err := c.tamper(e.Path); err != nil {
			t.Fatal(err)
		}
		stored, err := s.List()
		if err != nil || len(stored) != 1 {
			t.Fatalf("List: %+v, %v", stored, err)
		}
		got, err := s.Verify(t.Context(), stored[0])
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v, -want +got\n%s", name, err, diff)
		}
		if fresh := mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate}); name != "nothing" && fresh.Cached {
			t.Errorf("%s: --refresh kept a tampered entry", name)
		}
	}
}

// What dead processes left is swept; what living ones use is not.
func TestSweep(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	if err := s.prepare(); err != nil {
		t.Fatal(err)
	}
	living, err := s.newWork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dead, err := s.newWork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := dead.unlock(); err != nil {
		t.Fatal(err)
	}
	unlocked := filepath.Join(s.dir, workPrefix+"123")
	old, recent := filepath.Join(s.dir, oldDir, "a-1"), filepath.Join(s.dir, oldDir, "a-2")
	for _, dir := range []string{unlocked, old, recent} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * keepOld)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	mustGet(t, s, url+"/x", GetOptions{})
	for dir, want := range map[string]bool{living.dir: true, dead.dir: false, unlocked: false, old: false, recent: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: there %v, want %v", dir, err == nil, want)
		}
	}
	if err := living.remove(); err != nil {
		t.Error(err)
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	var paths []string
	for _, name := range []string{"/a", "/b", "/c"} {
		paths = append(paths, mustGet(t, s, url+name, GetOptions{}).Path)
	}
	stored, _ := s.List()
	for i, age := range []time.Duration{48 * time.Hour, 24 * time.Hour, 0} {
		stored[i].Ready.Fetched = now().Add(-age)
		if err := stored[i].Ready.write(stored[i].Path); err != nil {
			t.Fatal(err)
		}
	}
	size := stored[0].Ready.Bytes
	prune := func(o PruneOptions, want ...string) {
		t.Helper()
		pruned, err := s.Prune(t.Context(), o)
		removed := pruned.Removed
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range removed {
			got = append(got, r.Path)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v: -want +got\n%s", o, diff)
		}
		for _, p := range got {
			if _, err := os.Stat(p); (err == nil) != o.DryRun {
				t.Errorf("%+v: %s there: %v", o, p, err == nil)
			}
		}
	}
	prune(PruneOptions{})
	prune(PruneOptions{OlderThan: 36 * time.Hour, DryRun: true}, paths[0])
	prune(PruneOptions{OlderThan: 36 * time.Hour}, paths[0])
	prune(PruneOptions{MaxSize: size}, paths[1])
	if err := os.Remove(filepath.Join(paths[2], ".ready")); err != nil {
		t.Fatal(err)
	}
	prune(PruneOptions{}, paths[2])
	kept := mustGet(t, s, url+"/d", GetOptions{})
	prune(PruneOptions{All: true}, kept.Path)
	empty, _ := newStore(t, nil)
	if pruned, err := empty.Prune(t.Context(), PruneOptions{All: true}); err != nil || len(pruned.Removed) != 0 {
		t.Errorf("an empty cache: %v, %v", pruned, err)
	}
}

// What another store gave out stays until that store is closed; what it put
// aside by a refresh does too.
func TestPruneInUse(t *testing.T) {
	t.Parallel()
	var body atomic.Value
	body.Store(demo(t))
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body.Load().([]byte)) })
	reader, _ := newStore(t, nil)
	for i := range 2 { // fetched, then from the cache
		e := mustGet(t, reader, url+"/x", GetOptions{})
		other, _ := storeAt(t, reader.Dir(), nil)
		body.Store(tarball(t, map[string]string{"SKILL.md": fmt.Sprintf("%s%d\n", skillText, i)}))
		mustGet(t, other, url+"/x", GetOptions{Mode: Revalidate})
		pruned, err := other.Prune(t.Context(), PruneOptions{All: true})
		if err != nil || len(pruned.Removed) != 0 || len(pruned.InUse) != 1 || pruned.InUse[0].Path != e.Path {
			t.Fatalf("in use: %+v, %v", pruned, err)
		}
		if old, _ := os.ReadDir(filepath.Join(reader.Dir(), oldDir)); len(old) != i+1 {
			t.Errorf("put aside: %v", old)
		}
		if changes, err := e.verify(t.Context(), e.Path); err == nil && len(changes) == 0 {
			t.Error("the refresh changed nothing")
		}
		reader.Close()
		reader, _ = storeAt(t, reader.Dir(), nil)
	}
	pruned, err := reader.Prune(t.Context(), PruneOptions{All: true})
	if err != nil || len(pruned.Removed) != 1 || len(pruned.InUse) != 0 {
		t.Errorf("free: %+v, %v", pruned, err)
	}
	if old, _ := os.ReadDir(filepath.Join(reader.Dir(), oldDir)); len(old) != 0 {
		t.Errorf("put aside: %v", old)
	}
}

// An entry that vanishes while it is verified is no damaged one; one that is
// replaced is verified anew.
func TestVerifyMeanwhile(t *testing.T) {
	t.Parallel()
	var body atomic.Value
	body.Store(demo(t))
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body.Load().([]byte)) })
	s, _ := newStore(t, nil)
	mustGet(t, s, url+"/x", GetOptions{})
	stored, err := s.List()
	if err != nil || len(stored) != 1 {
		t.Fatal(stored, err)
	}
	body.Store(tarball(t, map[string]string{"SKILL.md": skillText + "new\n"}))
	mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate})
	if changes, err := s.Verify(t.Context(), stored[0]); err != nil || len(changes) != 0 {
		t.Errorf("replaced: %v, %v", changes, err)
	}
	if err := os.RemoveAll(stored[0].Path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(t.Context(), stored[0]); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed: %v", err)
	}
}
