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
	return diffFiles(want, got, func(f TreeFile) string { return f.Path }, func(old, f TreeFile) What {
		switch {
		case old.Digest != f.Digest:
			return Modified
		case old.Executable != f.Executable && hasExecBits:
			return ModeChanged
		}
		return ""
	})
}

// diffFiles lists what changed from want to got, by path; how tells in what two
// files of one path differ, "" when they do not.
func diffFiles[F any](want, got []F, path func(F) string, how func(old, f F) What) []Change {
	index := make(map[string]F, len(want))
	for _, f := range want {
		index[path(f)] = f
	}
	var changes []Change
	for _, f := range got {
		old, ok := index[path(f)]
		delete(index, path(f))
		if !ok {
			changes = append(changes, Change{path(f), Added})
		} else if what := how(old, f); what != "" {
			changes = append(changes, Change{path(f), what})
		}
	}
	for gone := range index {
		changes = append(changes, Change{gone, Removed})
	}
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return changes
}

// hasExecBits says whether the file system keeps the execute bit.
const hasExecBits = os.PathSeparator == '/'

// String is the difference in words.
func (c Change) String() string { return fmt.Sprintf("%s: %s", c.Path, c.What) }
