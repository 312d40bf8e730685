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

func TestScanRefusesOddFiles(t *testing.T) {
	t.Parallel()
	fsys := plantFS(map[string]string{
		"up/SKILL.md": "-> ../../SKILL.md", "skills/abs": "-> /etc", "skills/far": "-> ../../../x", "page/skill.md": "-> gone", "note": "-> /etc/hosts",
		"linked/skill.md": "-> ../real.md", "real.md": skillText("linked"),
	})
	for name, mode := range map[string]fs.FileMode{
		"pipe": fs.ModeNamedPipe, "socket": fs.ModeSocket, "device": fs.ModeDevice | fs.ModeCharDevice,
	} {
		fsys[name+"/SKILL.md"] = &fstest.MapFile{Mode: mode}
		fsys[name+"2/skill.md"] = &fstest.MapFile{Mode: mode}
	}
	c := scan(t, ScanOptions{}, Root{FS: fsys})
	got := outline(c)[:1]
	for _, s := range c.Skipped {
		got = append(got, s.Path+": "+s.Reason)
	}
	for _, d := range c.Diagnostics {
		got = append(got, d.Path+": "+d.Message)
	}
	want := []string{
		"linked/skill.md linked",
		"device/SKILL.md: SKILL.md is a device, not a file",
		"pipe/SKILL.md: SKILL.md is a pipe, not a file",
		"skills/abs: link to /etc, outside of the root",
		"skills/far: link to ../../../x, outside of the root",
		"socket/SKILL.md: SKILL.md is a socket, not a file",
		"up/SKILL.md: link to ../../SKILL.md, outside of the root",
		"note: link to /etc/hosts, outside of the root",
		"page/skill.md: dangling link to gone",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
