package cache

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// readTree hashes all files of a tree but the cache's own and git's, by path.
// Links and other special files are listed with an empty digest, never opened.
func readTree(fsys fs.FS) ([]TreeFile, error) {
	var tree []TreeFile
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name == ".git" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || name == safefs.Reserved {
			return err
		}
		f, err := readTreeFile(fsys, name, d)
		tree = append(tree, f)
		return err
	})
	slices.SortFunc(tree, func(a, b TreeFile) int { return cmp.Compare(a.Path, b.Path) })
	return tree, err
}

func readTreeFile(fsys fs.FS, name string, d fs.DirEntry) (TreeFile, error) {
	info, err := d.Info()
	if err != nil {
		return TreeFile{}, err
	}
	f := TreeFile{Path: name, Executable: isExecutable(info)}
	if !info.Mode().IsRegular() {
		return f, nil
	}
	r, err := fsys.Open(name)
	if err != nil {
		return f, err
	}
	f.Digest, f.Bytes, err = digest.Reader(r)
	if closeErr := r.Close(); err == nil {
		err = closeErr
	}
	return f, err
}

// below is a path relative to dir, if it lies below it.
func below(path, dir string) (string, bool) {
	if dir == "." || dir == "" {
		return path, true
	}
	if len(path) > len(dir) && path[:len(dir)] == dir && path[len(dir)] == '/' {
		return path[len(dir)+1:], true
	}
	return "", false
}

// diffTrees lists what changed from want to got, by path.
func diffTrees(want, got []TreeFile) []Change {
	index := make(map[string]TreeFile, len(want))
	for _, f := range want {
		index[f.Path] = f
	}
	var changes []Change
	for _, f := range got {
		old, ok := index[f.Path]
		delete(index, f.Path)
		switch {
		case !ok:
			changes = append(changes, Change{f.Path, Added})
		case old.Digest != f.Digest:
			changes = append(changes, Change{f.Path, Modified})
		case old.Executable != f.Executable && hasExecBits:
			changes = append(changes, Change{f.Path, ModeChanged})
		}
	}
	for path := range index {
		changes = append(changes, Change{path, Removed})
	}
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return changes
}

// hasExecBits says whether the file system keeps the execute bit.
const hasExecBits = os.PathSeparator == '/'

// String is the difference in words.
func (c Change) String() string { return fmt.Sprintf("%s: %s", c.Path, c.What) }
