package parse

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// faultyFS refuses to open some names.
type faultyFS struct {
	fstest.MapFS
	refused map[string]bool
}

func (f faultyFS) Open(name string) (fs.File, error) {
	if f.refused[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.Open(name)
}

func (f faultyFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if f.refused[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.ReadDir(name)
}

func (f faultyFS) Sub(dir string) (fs.FS, error) {
	below := faultyFS{refused: map[string]bool{}}
	for name := range f.refused {
		if len(name) > len(dir) && name[:len(dir)+1] == dir+"/" {
			below.refused[name[len(dir)+1:]] = true
		}
	}
	sub, err := f.MapFS.Sub(dir)
	if err != nil {
		return nil, err
	}
	return subFS{sub, below.refused}, nil
}

// subFS is a directory of a faultyFS.
type subFS struct {
	fs.FS
	refused map[string]bool
}

func (f subFS) Open(name string) (fs.File, error) {
	if f.refused[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.FS.Open(name)
}

func TestScanReportsWhatItCannotRead(t *testing.T) {
	t.Parallel()
	files := plantFS(map[string]string{
		"a/SKILL.md": skillText("a"), "locked/x/SKILL.md": skillText("x"), "shut/SKILL.md": skillText("shut"),
		"rules/.gitignore": "*", "rules/b/SKILL.md": skillText("b"),
	})
	fsys := faultyFS{files, map[string]bool{"locked": true, "shut/SKILL.md": true, "rules/.gitignore": true}}
	c := scan(t, ScanOptions{}, Root{FS: fsys})
	want := []string{
		"a/SKILL.md a", "rules/b/SKILL.md b", "locked file-unreadable", "shut/SKILL.md file-unreadable", "rules note file-unreadable",
	}
	if diff := cmp.Diff(want, outline(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := c.Skipped[0].Reason, "directory cannot be read: permission denied"; got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
	c = scan(t, ScanOptions{}, Root{FS: faultyFS{files, map[string]bool{".": true}}})
	if c.Roots[0].Err == nil || len(outline(c)) != 0 {
		t.Errorf("a root that cannot be read: %v, %q", c.Roots[0].Err, outline(c))
	}
}
