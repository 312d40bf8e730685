package cache

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// treeLimits bound what [readTree] reads; zero means no bound.
type treeLimits struct {
	entries int   // files, and apart from them folders
	file    int64 // bytes of one file
	total   int64 // bytes of all files
}

func (l Limits) tree() treeLimits { return treeLimits{l.Files, l.File, l.Total} }

// or raises the limits to what a tree has that was let in by others.
func (l treeLimits) or(tree []TreeFile) treeLimits {
	var total int64
	for _, f := range tree {
		l.file = max(l.file, f.Bytes)
		total += f.Bytes
	}
	return treeLimits{max(l.entries, len(tree)), l.file, max(l.total, total)}
}

// readTree hashes all files of a tree but those of git, by path.
// Links and other special files are listed with an empty digest, never opened.
// A tree over a limit gives a *[pack.Error] before any file is opened, and is
// not walked to its end.
func readTree(ctx context.Context, fsys fs.FS, l treeLimits) ([]TreeFile, error) {
	w := treeWalk{limits: l}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && d.IsDir() && name == ".git":
			return fs.SkipDir
		case err != nil:
			return err
		case d.IsDir():
			return w.addFolder(name)
		}
		return w.addFile(name, d)
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(w.files, func(a, b walked) int { return cmp.Compare(a.name, b.name) })
	tree := make([]TreeFile, len(w.files))
	for i, f := range w.files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if tree[i], err = readTreeFile(fsys, f); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

// readEntryTree is readTree for an entry of the cache, without the cache's own file.
func readEntryTree(ctx context.Context, dir string) ([]TreeFile, error) {
	tree, err := readTree(ctx, os.DirFS(dir), treeLimits{})
	return slices.DeleteFunc(tree, func(f TreeFile) bool { return f.Path == safefs.Reserved }), err
}

// isReserved reports whether an element of a path is called like the cache's
// own file, in whatever letter case.
func isReserved(path string) bool {
	for e := range strings.SplitSeq(path, "/") {
		if strings.EqualFold(e, safefs.Reserved) {
			return true
		}
	}
	return false
}

// treeWalk collects the files of a tree within limits.
type treeWalk struct {
	limits  treeLimits
	files   []walked
	folders int
	total   int64
}

// walked is a file that was seen and not opened yet.
type walked struct {
	name string
	info fs.FileInfo
}

func (w *treeWalk) addFolder(name string) error {
	if w.folders++; w.limits.entries > 0 && w.folders > w.limits.entries+1 { // the root does not count
		return &pack.Error{Entry: name, Rule: pack.RuleEntries, Detail: fmt.Sprintf("more than %d folders", w.limits.entries)}
	}
	return nil
}

func (w *treeWalk) addFile(name string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	switch l := w.limits; {
	case l.entries > 0 && len(w.files) >= l.entries:
		return &pack.Error{Entry: name, Rule: pack.RuleEntries, Detail: fmt.Sprintf("more than %d files", l.entries)}
	case !info.Mode().IsRegular():
	case l.file > 0 && info.Size() > l.file:
		return &pack.Error{Entry: name, Rule: pack.RuleFileSize, Detail: fmt.Sprintf("%d bytes: more than %d", info.Size(), l.file)}
	case l.total > 0 && info.Size() > l.total-w.total:
		return &pack.Error{Entry: name, Rule: pack.RuleTotalSize, Detail: fmt.Sprintf("more than %d bytes in all", l.total)}
	default:
		w.total += info.Size()
	}
	w.files = append(w.files, walked{name, info})
	return nil
}

// readTreeFile hashes a file. It reads no more than the walk saw, so that what
// grows, or never ends, costs nothing; an empty file is not opened.
func readTreeFile(fsys fs.FS, w walked) (TreeFile, error) {
	f := TreeFile{Path: w.name, Executable: w.info.Mode().IsRegular() && safefs.Executable(fsys, w.name, w.info)}
	if !w.info.Mode().IsRegular() {
		return f, nil
	}
	if w.info.Size() == 0 {
		f.Digest = digest.Bytes(nil)
		return f, nil
	}
	r, err := fsys.Open(w.name)
	if err != nil {
		return f, err
	}
	f.Digest, f.Bytes, err = digest.Reader(io.LimitReader(r, w.info.Size()+1))
	if err = errors.Join(err, r.Close()); err == nil && f.Bytes != w.info.Size() {
		err = &pack.Error{Entry: f.Path, Rule: pack.RuleChanged, Detail: "changed while it was read"}
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
		case old.Executable != f.Executable && safefs.ExecBits:
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

// String is the difference in words.
func (c Change) String() string { return fmt.Sprintf("%s: %s", c.Path, c.What) }
