package run_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/run"
)

// stored opens a session, makes its workspace and records that it was used.
func stored(t *testing.T, s *run.Store, id, root string, used time.Time) *run.Session {
	t.Helper()
	known, release, err := s.Open(t.Context(), id, root, used)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(known.Workspace, 0o700); err != nil {
		t.Fatal(err)
	}
	known.LastUsed, known.Runs = used, known.Runs+1
	if err := errors.Join(s.Save(known), release()); err != nil {
		t.Fatal(err)
	}
	return known
}

func ids(list []*run.Session) []string {
	names := []string{}
	for _, s := range list {
		names = append(names, s.ID)
	}
	return names
}

func exists(t *testing.T, path string) bool {
	t.Helper()
	_, err := os.Lstat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func TestStoreListsByIDAndNamesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	dir, root := filepath.Join(tempDir(t), "sessions"), tempDir(t)
	s := run.NewStore(dir)
	if list, bad := s.List(); len(list)+len(bad) != 0 {
		t.Fatalf("before the first session: %v, %v", list, bad)
	}
	for _, id := range []string{"b", "a.", "a", "é/…"} {
		stored(t, s, id, root, time.Now())
	}
	put(t, dir, map[string]string{
		"broken.json":    "{",
		"elsewhere.json": `{"id":"x","workspace":"/etc"}`, // never to be removed as a workspace
		"notes.txt":      "no record",
	})
	list, bad := s.List()
	if diff := cmp.Diff([]string{"a", "a.", "b", "é/…"}, ids(list)); diff != "" {
		t.Error(diff)
	}
	if len(bad) != 2 || !strings.Contains(bad[0].Error(), "broken.json") || !strings.Contains(bad[1].Error(), "elsewhere.json") {
		t.Errorf("errors %v, want one for each of broken.json and elsewhere.json", bad)
	}
	for _, known := range list {
		if filepath.Dir(known.Workspace) != root {
			t.Errorf("%s: workspace %s, want below %s", known.ID, known.Workspace, root)
		}
	}
}

func TestStorePrunesOldAndGoneButNotUsed(t *testing.T) {
	t.Parallel()
	s, root, now := run.NewStore(filepath.Join(tempDir(t), "sessions")), tempDir(t), time.Now()
	old := stored(t, s, "old", root, now.Add(-2*time.Hour))
	used := stored(t, s, "used", root, now.Add(-2*time.Hour))
	fresh := stored(t, s, "fresh", root, now)
	gone := stored(t, s, "gone", root, now)
	put(t, old.Workspace, map[string]string{"work/deep/file": "x"})
	if err := os.Remove(gone.Workspace); err != nil {
		t.Fatal(err)
	}
	_, release, err := s.Open(t.Context(), "used", root, now)
	if err != nil {
		t.Fatal(err)
	}
	removed, errs := s.Prune(now.Add(-time.Hour))
	if diff := cmp.Diff([]string{"gone", "old"}, ids(removed)); diff != "" || len(errs) > 0 {
		t.Errorf("%s\n%v", diff, errs)
	}
	for _, want := range []struct {
		session *run.Session
		there   bool
	}{{old, false}, {used, true}, {fresh, true}} {
		if exists(t, want.session.Workspace) != want.there {
			t.Errorf("%s: its workspace is there: %t, want %t", want.session.ID, !want.there, want.there)
		}
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	removed, errs = s.Prune(now.Add(-time.Hour))
	if diff := cmp.Diff([]string{"used"}, ids(removed)); diff != "" || len(errs) > 0 {
		t.Errorf("once it is free: %s\n%v", diff, errs)
	}
	list, bad := s.List()
	if diff := cmp.Diff([]string{"fresh"}, ids(list)); diff != "" || len(bad) > 0 {
		t.Errorf("left: %s\n%v", diff, bad)
	}
}

// A session is on record before its first run, so that a run that is killed
// leaves no workspace that nobody knows.
func TestStoreRecordsASessionAtOnce(t *testing.T) {
	t.Parallel()
	s, root, now := run.NewStore(filepath.Join(tempDir(t), "sessions")), tempDir(t), time.Now()
	known, release, err := s.Open(t.Context(), "one", root, now)
	if err != nil {
		t.Fatal(err)
	}
	if list, _ := s.List(); len(list) != 1 {
		t.Errorf("while it is open: %v", ids(list))
	}
	if err := os.Mkdir(known.Workspace, 0o700); err != nil {
		t.Fatal(err)
	}
	if again := s.Peek("one", root, now); again.Workspace != known.Workspace {
		t.Errorf("workspace %s, want that of the first run, %s", again.Workspace, known.Workspace)
	}
	if err := os.Remove(known.Workspace); err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if list, _ := s.List(); len(list) != 0 {
		t.Errorf("without a workspace: %v", ids(list))
	}
}

func TestStoreEndsOnlyWhatItKnows(t *testing.T) {
	t.Parallel()
	s, root := run.NewStore(filepath.Join(tempDir(t), "sessions")), tempDir(t)
	known := stored(t, s, "a.b", root, time.Now())
	for _, id := range []string{"a_b", "a.", ""} {
		if _, err := s.End(t.Context(), id); !errors.Is(err, run.ErrNoSession) {
			t.Errorf("End(%q): %v, want ErrNoSession", id, err)
		}
	}
	ended, err := s.End(t.Context(), "a.b")
	if err != nil || ended.ID != "a.b" || exists(t, known.Workspace) {
		t.Errorf("%v, %v, workspace left: %t", ended, err, exists(t, known.Workspace))
	}
}

func TestCheckID(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"s1", "a b", "ü/../x", strings.Repeat("x", 256)} {
		if err := run.CheckID(id); err != nil {
			t.Errorf("CheckID(%q) = %v", id, err)
		}
	}
	for _, id := range []string{"", " ", " a", "a ", "a\nb", "a\x1b[2J", strings.Repeat("x", 257)} {
		if err := run.CheckID(id); err == nil {
			t.Errorf("CheckID(%q) takes it", id)
		}
	}
}
