package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// stamp is what tells whether a file was written.
type stamp struct {
	size, modified, changed int64
	id                      uint64
}

func stampOf(info fs.FileInfo) stamp {
	changed, id, _ := inode(info)
	return stamp{info.Size(), info.ModTime().UnixNano(), changed, id}
}

// snapshot is what was there before a run.
type snapshot struct {
	files map[string]stamp
	// begun is set when there was too much to look at all of it; then what
	// did not change since is taken as known, too.
	begun time.Time
}

// has reports whether the file was there before, unchanged.
func (s *snapshot) has(name string, info fs.FileInfo) bool {
	now := stampOf(info)
	if old, ok := s.files[name]; ok {
		return old == now
	}
	return now.changed != 0 && !s.begun.IsZero() && now.changed < s.begun.UnixNano()
}

// place is a directory that outputs are looked for in: the workspace, or an
// output directory elsewhere, whose files are called out/….
type place struct {
	root   *os.Root
	dir    string
	prefix string // of names, "" or "out/"
}

// bounds are [MaxWalkedEntries] and [MaxWalkedDepth], and how much of them is
// used: what a command leaves behind may be endless.
type bounds struct {
	walked  int
	tooDeep bool
}

// cut says what kept a walk from seeing everything, "" if nothing did.
func (b *bounds) cut() string {
	switch {
	case b.walked > MaxWalkedEntries:
		return fmt.Sprintf("more than %d", MaxWalkedEntries)
	case b.tooDeep:
		return fmt.Sprintf("more than %d directory levels", MaxWalkedDepth)
	}
	return ""
}

// walk visits everything below a directory that is no directory itself, and
// with an error the directories that cannot be read. A directory is read part
// by part, in the order it has: one with a million names would not fit into
// the memory of a run. The error is that of ctx.
func (b *bounds) walk(ctx context.Context, root *os.Root, base string, visit func(name string, d fs.DirEntry, err error)) error {
	for dirs := []string{base}; len(dirs) > 0 && b.walked <= MaxWalkedEntries; {
		dir := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		err := eachEntry(root, dir, func(d fs.DirEntry) error {
			if b.walked++; b.walked > MaxWalkedEntries {
				return errEnough
			}
			name := path.Join(dir, d.Name())
			switch {
			case !d.IsDir():
				visit(name, d, nil)
			case strings.Count(name, "/") < MaxWalkedDepth:
				dirs = append(dirs, name)
			default:
				b.tooDeep = true
			}
			return ctx.Err()
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !errors.Is(err, errEnough) && !errors.Is(err, fs.ErrNotExist) {
			visit(dir, nil, err)
		}
	}
	return nil
}

var errEnough = errors.New("enough")

// search goes through the places of a plan's patterns, within the bounds of a
// walk.
type search struct {
	bounds

	w      *workspace
	ctx    context.Context //nolint:containedctx // of this one search
	places []*place
}

// visitor gets a file that a pattern matches, or why a name cannot be read.
type visitor func(at *place, name string, info fs.FileInfo, err error)

// run calls visit for everything but directories that a pattern matches, and
// for what cannot be read with an error. The places stay open until close.
func (s *search) run(visit visitor) error {
	for _, g := range s.w.plan.Outputs {
		at, base, err := s.w.placeOf(g)
		if err != nil {
			return err
		}
		s.places = append(s.places, at)
		if err := s.look(at, g, base, visit); err != nil {
			return err
		}
	}
	return nil
}

func (s *search) close() {
	for _, at := range s.places {
		if at.root != s.w.root {
			_ = at.root.Close()
		}
	}
}

// look goes through one place.
func (s *search) look(at *place, g Glob, base string, visit visitor) error {
	info, err := at.root.Lstat(filepath.FromSlash(base))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		visit(at, base, nil, err)
		return nil
	case !info.IsDir():
		s.match(at, g, base, base, fs.FileInfoToDirEntry(info), visit)
		return nil
	}
	return s.walk(s.ctx, at.root, base, func(name string, d fs.DirEntry, err error) {
		if err != nil {
			visit(at, name, nil, err)
			return
		}
		s.match(at, g, base, name, d, visit)
	})
}

// match visits what the pattern matches.
func (s *search) match(at *place, g Glob, base, name string, d fs.DirEntry, visit visitor) {
	rel := name
	if base != "." {
		rel = strings.TrimPrefix(strings.TrimPrefix(name, base), "/")
	}
	if ok, _ := doublestar.Match(g.Rest, rel); !ok {
		return
	}
	info, err := d.Info()
	visit(at, name, info, err)
}

// eachEntry calls f for the entries of a directory, until it gives an error.
func eachEntry(root *os.Root, dir string, f func(fs.DirEntry) error) error {
	list, err := root.Open(filepath.FromSlash(dir))
	if err != nil {
		return err
	}
	defer func() { _ = list.Close() }()
	for {
		entries, err := list.ReadDir(namesAtOnce)
		for _, d := range entries {
			if err := f(d); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// placeOf finds where a pattern's files are, and the walk's start there.
func (w *workspace) placeOf(g Glob) (*place, string, error) {
	if inside, ok := w.plan.Workspace.rel(w.plan.Workspace.Output); ok {
		base := g.Base
		if base == nameOut || strings.HasPrefix(base, nameOut+"/") {
			base = path.Join(inside, strings.TrimPrefix(base, nameOut))
		}
		return &place{root: w.root, dir: w.plan.Workspace.Root}, base, nil
	}
	if g.Base != nameOut && !strings.HasPrefix(g.Base, nameOut+"/") {
		return &place{root: w.root, dir: w.plan.Workspace.Root}, g.Base, nil
	}
	root, err := os.OpenRoot(w.plan.Workspace.Output)
	if err != nil {
		return nil, "", inputError(w.plan.Workspace.Output, err)
	}
	return &place{root: root, dir: w.plan.Workspace.Output, prefix: nameOut + "/"},
		path.Join(".", strings.TrimPrefix(g.Base, nameOut)), nil
}

// snapshot remembers the files that are there before the run.
func (w *workspace) snapshot(ctx context.Context) (*snapshot, error) {
	begun := time.Now()
	before := &snapshot{files: map[string]stamp{}}
	search := &search{w: w, ctx: ctx}
	defer search.close()
	err := search.run(func(at *place, name string, info fs.FileInfo, err error) {
		if err == nil {
			before.files[at.prefix+name] = stampOf(info)
		}
	})
	if search.cut() != "" {
		before.begun = begun
	}
	return before, err
}
