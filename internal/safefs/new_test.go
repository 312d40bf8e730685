package safefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func openRoot(t *testing.T, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func TestWriteNew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := openRoot(t, dir)
	for name, mode := range map[string]fs.FileMode{"SKILL.md": 0o666, "a/b/run.sh": 0o4755} {
		if n, err := WriteNew(root, name, mode, strings.NewReader("hello")); n != 5 || err != nil {
			t.Fatalf("%s: %d bytes, %v", name, n, err)
		}
	}
	for name, want := range map[string]fs.FileMode{"SKILL.md": ModeFile, "a/b/run.sh": ModeExec} {
		info, err := os.Lstat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode(); runtime.GOOS != "windows" && got&^0o022 != want&^0o022 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if _, err := WriteNew(root, "SKILL.md", 0o644, strings.NewReader("other")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over an existing file: %v", err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "SKILL.md")); string(data) != "hello" {
		t.Errorf("the existing file is %q, %v", data, err)
	}
}

func TestWriteNewFollowsNoLink(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "out")); err != nil {
		t.Skip("no symlinks here: ", err)
	}
	if _, err := WriteNew(openRoot(t, dir), "out/x", 0o644, nil); err == nil {
		t.Error("wrote through a link that leaves the folder")
	}
	if entries, _ := os.ReadDir(outside); len(entries) != 0 {
		t.Errorf("outside: %v", entries)
	}
}
