package safefs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
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

func TestCopyTree(t *testing.T) {
	t.Parallel()
	src := fstest.MapFS{
		"SKILL.md": {Data: []byte("x"), Mode: 0o666}, "a/run.sh": {Data: []byte("yy"), Mode: 0o4755}, "a/empty": {Mode: fs.ModeDir | 0o700},
		".git/config": {Data: []byte("z")}, "link": {Mode: fs.ModeSymlink, Data: []byte("SKILL.md")},
	}
	dir := t.TempDir()
	var others []string
	got, err := CopyTree(t.Context(), openRoot(t, dir), src, CopyOptions{
		Skip:  func(p string, _ fs.DirEntry) bool { return p == ".git" },
		Other: func(p string, _ fs.FileInfo) error { others = append(others, p); return nil },
	})
	if err != nil || got != (Copied{Files: 2, Bytes: 3}) {
		t.Fatalf("CopyTree = %+v, %v", got, err)
	}
	if len(others) != 1 || others[0] != "link" {
		t.Errorf("others %q", others)
	}
	if info, err := os.Lstat(filepath.Join(dir, "a/run.sh")); err != nil || info.Mode()&^0o022 != 0o755&^0o022 {
		t.Errorf("run.sh: %v, %v", info, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "a/empty")); err != nil || !info.IsDir() {
		t.Errorf("a/empty: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, ".git")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf(".git was copied: %v", err)
	}
}

func TestCopyTreeRefuses(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	file := fstest.MapFS{"a": {Data: []byte("hello")}}
	for name, c := range map[string]struct {
		ctx  context.Context
		src  fs.FS
		o    CopyOptions
		want error
	}{
		"link":      {t.Context(), fstest.MapFS{"l": {Mode: fs.ModeSymlink}}, CopyOptions{}, ErrNotRegular},
		"too large": {t.Context(), file, CopyOptions{MaxBytes: 4}, ErrTooLarge},
		"canceled":  {canceled, file, CopyOptions{}, context.Canceled},
	} {
		if _, err := CopyTree(c.ctx, openRoot(t, t.TempDir()), c.src, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	dir := t.TempDir()
	if _, err := CopyTree(t.Context(), openRoot(t, dir), file, CopyOptions{MaxBytes: 5}); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	if _, err := CopyTree(t.Context(), openRoot(t, dir), file, CopyOptions{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over an existing file: %v", err)
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
