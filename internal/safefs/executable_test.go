package safefs

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

func TestExecutableByMode(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"script": {Data: []byte("#!/bin/sh\n"), Mode: 0o644}, "tool": {Data: []byte("\x7fELF"), Mode: 0o755}}
	for name, want := range map[string]bool{"script": false, "tool": true} {
		info, err := fs.Stat(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := Executable(fsys, name, info); got != want {
			t.Errorf("Executable(%s) = %v", name, got)
		}
	}
}

// On a disk without execute bits the first bytes tell.
func TestExecutableOnDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"script": "#!/bin/sh\n", "text": "# x\n", "empty": "", "short": "#"} {
		mode := fs.FileMode(0o644)
		if name == "script" {
			mode = 0o755
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	fsys := os.DirFS(dir)
	for name, want := range map[string]bool{"script": true, "text": false, "empty": false, "short": false} {
		info, err := fs.Stat(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := Executable(fsys, name, info); got != want {
			t.Errorf("Executable(%s) = %v", name, got)
		}
		if got := hasShebang(fsys, name); got != want {
			t.Errorf("hasShebang(%s) = %v", name, got)
		}
	}
	if hasShebang(fsys, "missing") {
		t.Error("a missing file has a shebang")
	}
}
