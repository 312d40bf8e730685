package cache

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/safefs"
)

func installed1(t *testing.T, files map[string]string) (*Store, *Entry) {
	t.Helper()
	url, _ := serveBytes(t, tarball(t, files))
	s, _ := newStore(t, nil)
	return s, mustGet(t, s, url+"/x", GetOptions{})
}

func listTree(t *testing.T, dir string) []string {
	t.Helper()
	tree, err := readEntryTree(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range tree {
		names = append(names, f.Path)
	}
	return names
}

func TestInstall(t *testing.T) {
	t.Parallel()
	s, e := installed1(t, map[string]string{"demo/SKILL.md": skillText, "demo/run.sh*": "x", "README.md": "y"})
	dir := filepath.Join(t.TempDir(), "below", "demo")
	in, err := s.Install(t.Context(), e, dir, InstallOptions{DryRun: true})
	if err != nil || len(in.Changes) != 2 {
		t.Fatalf("dry run: %+v, %v", in, err)
	}
	if _, err := os.Stat(filepath.Dir(dir)); err == nil {
		t.Error("a dry run made a directory")
	}
	if _, err = s.Install(t.Context(), e, dir, InstallOptions{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"SKILL.md", "run.sh"}, listTree(t, dir)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(filepath.Join(dir, "run.sh")); err != nil || safefs.ExecBits && !isExecutable(info) {
		t.Errorf("run.sh: %v, %v", info, err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) != 1 {
		t.Errorf("left beside it: %v", entries)
	}
	again, err := s.Install(t.Context(), e, dir, InstallOptions{})
	if err != nil || len(again.Changes) != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}

func TestInstallSeveral(t *testing.T) {
	t.Parallel()
	two := strings.Replace(skillText, "demo", "second", 1)
	s, e := installed1(t, map[string]string{"a/SKILL.md": skillText, "b/SKILL.md": two, "README.md": "y"})
	dir := filepath.Join(t.TempDir(), "all")
	if _, err := s.Install(t.Context(), e, dir, InstallOptions{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"README.md", "a/SKILL.md", "b/SKILL.md"}, listTree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// What a person changed is not lost; what only an update changes is replaced.
func TestInstallLocalChanges(t *testing.T) {
	t.Parallel()
	s, one := installed1(t, map[string]string{"SKILL.md": skillText, "gone.txt": "x"})
	url, _ := serveBytes(t, tarball(t, map[string]string{"SKILL.md": skillText + "new\n", "added.txt": "y"}))
	two := mustGet(t, s, url+"/y", GetOptions{})
	dir := filepath.Join(t.TempDir(), "demo")
	install := func(e *Entry, o InstallOptions) (*Installation, error) { return s.Install(t.Context(), e, dir, o) }
	if _, err := install(one, InstallOptions{}); err != nil {
		t.Fatal(err)
	}
	in, err := install(two, InstallOptions{})
	if diff := cmp.Diff([]Change{{"SKILL.md", Modified}, {"added.txt", Added}, {"gone.txt", Removed}}, in.Changes); err != nil || diff != "" {
		t.Errorf("update: %v\n%s", err, diff)
	}
	mine := filepath.Join(dir, ".ready") // like any other file here
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := install(one, InstallOptions{}); !errors.Is(err, ErrLocalChanges) || !strings.Contains(err.Error(), ".ready") {
		t.Errorf("local changes: %v", err)
	}
	if in, err := install(one, InstallOptions{DryRun: true}); err != nil || len(in.Local) != 1 {
		t.Errorf("dry run: %+v, %v", in, err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error("the local file is gone")
	}
	if _, err := install(one, InstallOptions{Force: true}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"SKILL.md", "gone.txt"}, listTree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestInstallUnknownDirectory(t *testing.T) {
	t.Parallel()
	s, e := installed1(t, map[string]string{"SKILL.md": skillText})
	dir := t.TempDir()
	if _, err := s.Install(t.Context(), e, dir, InstallOptions{}); err != nil {
		t.Errorf("into an empty directory: %v", err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "precious"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Install(t.Context(), e, other, InstallOptions{}); !errors.Is(err, ErrLocalChanges) {
		t.Errorf("into somebody's directory: %v", err)
	}
	file := filepath.Join(other, "precious")
	if _, err := s.Install(t.Context(), e, file, InstallOptions{Force: true}); !errors.Is(err, ErrRefused) {
		t.Errorf("over a file: %v", err)
	}
	if diff := cmp.Diff([]string{"precious"}, listTree(t, other)); diff != "" {
		t.Error(diff)
	}
}

// A copy replaces neither its source nor the cache, and does not become a part
// of either, whatever the path is called.
func TestInstallPlaces(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	src := filepath.Join(top, "src")
	if err := errors.Join(os.MkdirAll(filepath.Join(src, "sub"), 0o700), os.WriteFile(filepath.Join(src, "SKILL.md"), []byte(skillText), 0o600)); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"to-src": src, "to-sub": filepath.Join(src, "sub"), "to-top": top}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(top, name)); err != nil {
			t.Skip("no symlinks here: ", err)
		}
	}
	s, _ := newStore(t, nil)
	e := mustGet(t, s, src, GetOptions{})
	byLink := mustGet(t, s, filepath.Join(top, "to-src"), GetOptions{})
	cached := mustGet(t, s, fileURL(filepath.Join(src, "SKILL.md")), GetOptions{})
	for _, dir := range []string{
		src, top, "/", filepath.Join(src, "sub"), filepath.Join(src, "new"), filepath.Join(src, "a", "b"), filepath.Join(top, "to-src"),
		filepath.Join(top, "to-src", "new"), filepath.Join(top, "to-sub"), filepath.Join(top, "to-sub", "new"), filepath.Join(top, "to-top", "src", "x"),
		s.Dir(), filepath.Join(s.Dir(), "new"), cached.Path, filepath.Dir(s.Dir()),
	} {
		for _, e := range []*Entry{e, byLink} {
			_, err := s.Install(t.Context(), e, dir, InstallOptions{Force: true})
			wantError(t, err, ErrSource, "")
		}
	}
	for _, dir := range []string{s.Dir(), filepath.Join(s.Dir(), "new"), cached.Path} {
		_, err := s.Install(t.Context(), cached, dir, InstallOptions{Force: true})
		wantError(t, err, ErrSource, "cache directory")
	}
	if _, err := s.Install(t.Context(), e, filepath.Join(top, "src2"), InstallOptions{}); err != nil {
		t.Errorf("beside the source: %v", err)
	}
	if diff := cmp.Diff([]string{"SKILL.md"}, listTree(t, src)); diff != "" {
		t.Error(diff)
	}
}

// A directory that is larger than any copy is not read to its end, nor
// replaced, even by force.
func TestInstallOverLargeDirectory(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, func(o *Options) { o.Limits.Files = 3 })
	e := mustGet(t, s, url+"/x", GetOptions{})
	dir := t.TempDir()
	for _, name := range []string{"1", "2", "3", "4"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Install(t.Context(), e, dir, InstallOptions{Force: true})
	wantError(t, err, ErrRefused, "more than 3 files")
}

// Those who install to one directory at the same time take turns.
func TestInstallTogether(t *testing.T) {
	t.Parallel()
	s, e := installed1(t, map[string]string{"SKILL.md": skillText, "run.sh*": "x"})
	dir := filepath.Join(t.TempDir(), "demo")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := s.Install(t.Context(), e, dir, InstallOptions{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if diff := cmp.Diff([]string{"SKILL.md", "run.sh"}, listTree(t, dir)); diff != "" {
		t.Error(diff)
	}
	if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) != 1 {
		t.Errorf("left beside it: %v", entries)
	}
}

// Where two names cannot be exchanged at once, the new takes the place of the
// old, or the old stays.
func TestPutInSteps(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	tmp, dir := filepath.Join(parent, "tmp"), filepath.Join(parent, "dir")
	for path, name := range map[string]string{tmp: "new", dir: "old"} {
		if err := errors.Join(os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, name), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := putInSteps(tmp, dir); err != nil || len(listTree(t, dir)) != 1 || listTree(t, dir)[0] != "new" {
		t.Errorf("%v, %q", err, listTree(t, dir))
	}
	if err := putInSteps(tmp, dir); !errors.Is(err, os.ErrNotExist) || len(listTree(t, dir)) != 1 {
		t.Errorf("nothing to put: %v, %q", err, listTree(t, dir))
	}
	if left, _ := os.ReadDir(parent); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// What a killed process left beside the directory is removed by the next one;
// an interrupt leaves nothing.
func TestInstallInterrupted(t *testing.T) {
	t.Parallel()
	s, e := installed1(t, map[string]string{"SKILL.md": skillText})
	dir := filepath.Join(t.TempDir(), "demo")
	unlock, tmp, err := s.lockInstall(t.Context(), realPath(dir), InstallOptions{})
	if err := errors.Join(err, unlock(), os.MkdirAll(filepath.Join(tmp, "half"), 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Install(t.Context(), e, dir, InstallOptions{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Install(ctx, e, dir+"2", InstallOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if err := copyOut(ctx, e.Path, dir+"2", e.Tree, nil, tmp); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled while copying: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(dir)); len(left) != 1 {
		t.Errorf("left beside it: %v", left)
	}
}
