package safefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/windows"
)

// One who has the file open for a moment, as a virus scanner does, is waited
// for; one who keeps it open is an error.
func TestPatience(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	scanner, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Rename(path, path+"2"); !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		t.Errorf("renamed a file that is open: %v", err)
	}
	tries := 0
	err = patiently(func() error {
		if tries++; tries == 2 {
			_ = scanner.Close()
		}
		return os.Rename(path, path+"2")
	})
	if err != nil || tries < 2 {
		t.Errorf("%v after %d tries", err, tries)
	}
	if err := patiently(func() error { return fs.ErrNotExist }); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestRemoveEach(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "d")
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "f"), nil, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := removeEach(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("still there: %v", err)
	}
	if err := removeEach(dir); err != nil {
		t.Errorf("of what is not there: %v", err)
	}
}
