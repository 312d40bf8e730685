package cache

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLockFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "demo.tar.gz")
	pack := func(text, script string) {
		t.Helper()
		if err := os.WriteFile(path, tarball(t, map[string]string{"SKILL.md": text, "run.sh*": script}), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pack(skillText, "a\n")
	s, _ := newStore(t, nil)
	pin, err := mustGet(t, s, path, GetOptions{}).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), LockFileName)
	lock := &LockFile{}
	lock.Set(pin)
	if err := lock.Write(file); err != nil {
		t.Fatal(err)
	}
	read, err := ReadLockFile(file)
	if diff := cmp.Diff(lock, read); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
	src := source(t, path)
	check := func(name string, want ...Change) {
		t.Helper()
		_, err := s.GetLocked(t.Context(), src, read, GetOptions{})
		if len(want) == 0 {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return
		}
		drift, _ := errors.AsType[*DriftError](err)
		if drift == nil || !errors.Is(err, ErrDrift) || cmp.Diff(want, drift.Changes) != "" {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		for _, c := range want {
			if err != nil && !strings.Contains(err.Error(), c.Path) {
				t.Errorf("%s: %q does not name %s", name, err, c.Path)
			}
		}
	}
	check("as locked")
	pack(skillText+"x", "a\n")
	check("changed", Change{"SKILL.md", Modified})
	pack(strings.ReplaceAll(skillText, "\n", "\r\n"), "a\n")
	check("line endings", Change{"SKILL.md", LineEndings})
	if _, err := s.GetLocked(t.Context(), src, read, GetOptions{}); err == nil || !strings.Contains(err.Error(), "only line endings differ") {
		t.Errorf("line endings: %v", err)
	}
	pack(skillText, "a\n")
	check("back again")
	if _, err := s.GetLocked(t.Context(), source(t, "https://example.com/x"), read, GetOptions{}); !errors.Is(err, ErrNotLocked) {
		t.Errorf("not locked: %v", err)
	}
}

// Locked works from the cache without a network, and updates a cache that is
// behind the lock file.
func TestLockedRemote(t *testing.T) {
	t.Parallel()
	behind, current := demo(t), tarball(t, map[string]string{"SKILL.md": skillText + "new\n"})
	var body atomic.Pointer[[]byte]
	body.Store(&current)
	url, count := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(*body.Load()) })
	s, _ := newStore(t, nil)
	src := source(t, url+"/x")
	pin, err := mustGet(t, s, url+"/x", GetOptions{}).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lock := &LockFile{}
	lock.Set(pin)
	count.Store(0)
	for _, mode := range []Mode{UseCache, Offline} {
		if _, err := s.GetLocked(t.Context(), src, lock, GetOptions{Mode: mode}); err != nil || count.Load() != 0 {
			t.Errorf("as locked: %v, %d requests", err, count.Load())
		}
	}
	body.Store(&behind)
	mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate})
	_, err = s.GetLocked(t.Context(), src, lock, GetOptions{Mode: Offline})
	wantError(t, err, ErrDrift, "SKILL.md")
	_, err = s.GetLocked(t.Context(), src, lock, GetOptions{})
	wantError(t, err, ErrDrift, "SKILL.md")
	body.Store(&current)
	if _, err := s.GetLocked(t.Context(), src, lock, GetOptions{}); err != nil {
		t.Errorf("the cache was behind: %v", err)
	}
	body.Store(&behind)
	_, err = s.GetLocked(t.Context(), src, lock, GetOptions{Mode: Revalidate})
	wantError(t, err, ErrDrift, "SKILL.md")
	if _, err := s.GetLocked(t.Context(), src, lock, GetOptions{Mode: Offline}); err != nil {
		t.Errorf("what was refused took the place of what is locked: %v", err)
	}
	empty, _ := newStore(t, nil)
	_, err = empty.GetLocked(t.Context(), src, lock, GetOptions{Mode: Offline})
	wantError(t, err, ErrOffline, url)
}

// TestLockFileMovesWithItsFolder writes a lock file in one folder and reads it
// in another: sources below the folder move along, others stay where they are.
func TestLockFileMovesWithItsFolder(t *testing.T) {
	t.Parallel()
	from, to, elsewhere := t.TempDir(), t.TempDir(), t.TempDir()
	lock := &LockFile{Version: lockVersion}
	for _, source := range []string{filepath.Join(from, "packs", "a.zip"), filepath.Join(elsewhere, "b.zip"), "https://example.com/c.zip"} {
		lock.Set(Locked{Source: source, ContentDigest: emptyTree, Files: []LockedFile{}})
	}
	if err := lock.Write(filepath.Join(from, LockFileName)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(from, LockFileName))
	if err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(to, LockFileName)
	if err := os.WriteFile(moved, data, 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := ReadLockFile(moved)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range read.Sources {
		got = append(got, p.Source)
	}
	want := []string{filepath.Join(to, "packs", "a.zip"), filepath.Join(elsewhere, "b.zip"), "https://example.com/c.zip"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}
