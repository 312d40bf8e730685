package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/safefs"
)

// hostileTree has what keeps a plain removal from working: levels without
// permissions, names that the flattener gives itself, a link to outside.
func hostileTree(t *testing.T, dir, outside string) {
	t.Helper()
	deep := filepath.Join(dir, strings.Repeat("1/", 60))
	for _, d := range []string{deep, filepath.Join(dir, "2"), filepath.Join(dir, "2", "2", "3")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{filepath.Join(deep, "file"), filepath.Join(dir, "3"), filepath.Join(dir, "2", "2", "1")} {
		if err := os.WriteFile(f, []byte("x"), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "2", "link")); err != nil {
		t.Skip("needs symbolic links: ", err)
	}
	for _, d := range []string{deep, filepath.Join(dir, "1", "1"), filepath.Join(dir, "2", "2"), filepath.Join(dir, "2")} {
		if err := os.Chmod(d, 0); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRemoveTree(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(dir string) error{
		"whole": removeTree,
		// What is left when there are more levels than files can be open.
		"flattened": func(dir string) error {
			top, err := os.OpenRoot(dir)
			if err != nil {
				return err
			}
			return errors.Join((&flattener{top: top}).run(), top.Close(), os.Remove(dir))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			outside, dir := t.TempDir(), filepath.Join(t.TempDir(), "tree")
			if err := os.WriteFile(filepath.Join(outside, "kept"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			hostileTree(t, dir, outside)
			if err := remove(dir); err != nil {
				t.Error(err)
			}
			if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the tree is left: %v", err)
			}
			if info, err := os.Stat(filepath.Join(outside, "kept")); err != nil || safefs.ExecBits && info.Mode().Perm() != 0o600 {
				t.Errorf("outside: %v, %v", info, err)
			}
		})
	}
}
