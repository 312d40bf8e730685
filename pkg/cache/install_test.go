package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func installed1(t *testing.T, files map[string]string) (*Store, *Entry) {
	t.Helper()
	url, _ := serveBytes(t, tarball(t, files))
	s, _ := newStore(t, nil)
	return s, mustGet(t, s, url+"/x", GetOptions{})
}

func listTree(t *testing.T, dir string) []string {
	t.Helper()
	tree, err := readTree(os.DirFS(dir))
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
	if info, err := os.Stat(filepath.Join(dir, "run.sh")); err != nil || !isExecutable(info) {
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
	mine := filepath.Join(dir, "mine.txt")
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := install(one, InstallOptions{}); !errors.Is(err, ErrLocalChanges) || !strings.Contains(err.Error(), "mine.txt") {
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
