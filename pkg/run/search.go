package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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

// search goes through the places of a plan's patterns, within [MaxWalkedEntries]
// and [MaxWalkedDepth]: what a command leaves behind may be endless.
type search struct {
	w       *workspace
	ctx     context.Context //nolint:containedctx // of this one search
	places  []*place
	walked  int
	tooDeep bool
}

// run calls visit for everything but directories that a pattern matches, and
// for what cannot be read with an error. The places stay open until close.
func (s *search) run(visit func(at *place, name string, info fs.FileInfo, err error)) error {
	for _, g := range s.w.plan.Outputs {
		at, base, err := s.w.placeOf(g)
		if err != nil {
			return err
		}
		s.places = append(s.places, at)
		if err := s.walk(at, g, base, visit); err != nil {
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

// cut says what kept the search from seeing everything, "" if nothing did.
func (s *search) cut() string {
	switch {
	case s.walked > MaxWalkedEntries:
		return fmt.Sprintf("more than %d", MaxWalkedEntries)
	case s.tooDeep:
		return fmt.Sprintf("more than %d directory levels", MaxWalkedDepth)
	}
	return ""
}

func (s *search) walk(at *place, g Glob, base string, visit func(at *place, name string, info fs.FileInfo, err error)) error {
	return fs.WalkDir(at.root.FS(), base, func(name string, d fs.DirEntry, err error) error {
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if s.walked++; s.walked > MaxWalkedEntries {
			return fs.SkipAll
		}
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				visit(at, name, nil, err)
			}
			return nil
		}
		if d.IsDir() {
			if strings.Count(name, "/") < MaxWalkedDepth {
				return nil
			}
			s.tooDeep = true
			return fs.SkipDir
		}
		rel := name
		if base != "." {
			rel = strings.TrimPrefix(strings.TrimPrefix(name, base), "/")
		}
		if ok, _ := doublestar.Match(g.Rest, rel); !ok {
			return nil
		}
		info, err := d.Info()
		visit(at, name, info, err)
		return nil
	})
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
