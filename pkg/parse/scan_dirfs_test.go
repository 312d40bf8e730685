package parse

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDirFSStaysInside(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		"skill/a.txt": "a", "skill/sub/b.txt": "b", "skill/out": "-> ../secret", "skill/in": "-> sub/b.txt", "secret": "s",
	})
	fsys := DirFS(filepath.Join(dir, "skill"))
	if b, err := fs.ReadFile(fsys, "in"); err != nil || string(b) != "b" {
		t.Errorf("in: %q, %v", b, err)
	}
	if b, err := fs.ReadFile(fsys, "out"); err == nil {
		t.Errorf("out: read %q through a link that leaves the directory", b)
	}
	if f, err := fsys.Open("out"); err == nil {
		f.Close()
		t.Error("out: opened")
	}
	if target, err := fs.ReadLink(fsys, "out"); err != nil || target != "../secret" {
		t.Errorf("out leads to %q, %v", target, err)
	}
	if info, err := fs.Lstat(fsys, "in"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("in: %v, %v", info, err)
	}
	if b, err := fs.ReadFile(DirFS(filepath.Join(dir, "gone")), "a.txt"); err == nil {
		t.Errorf("read %q from a directory that does not exist", b)
	}
	var walked []string
	err := fs.WalkDir(fsys, ".", func(name string, _ fs.DirEntry, err error) error {
		walked = append(walked, name)
		return err
	})
	if diff := cmp.Diff([]string{".", "a.txt", "in", "out", "sub", "sub/b.txt"}, walked); err != nil || diff != "" {
		t.Errorf("walk: %v (-want +got):\n%s", err, diff)
	}
}
