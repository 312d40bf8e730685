package safefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A directory goes with the lock file that lies in it, which is open.
func TestRemoveLocked(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "work")
	deep := filepath.Join(dir, "root", "a")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "read-only"), []byte("x"), 0o444); err != nil {
		t.Fatal(err)
	}
	unlock, err := Lock(t.Context(), filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	if err := RemoveLocked(unlock, func() error { return RemoveAll(dir) }); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("still there: %v", err)
	}
	if err := RemoveAll(dir); err != nil {
		t.Errorf("of what is not there: %v", err)
	}
}
