package parse

import (
	"context"
	"io/fs"
	"path/filepath"
)

// Root is one place to search for skills.
type Root struct {
	// Source is the root as the user named it.
	Source string
	// Kind is "dir", "archive", "http", "well-known", "git" or "github".
	Kind string
	// Path is the root's directory on disk, absolute; "" for a root that is
	// only an FS.
	Path string
	// FS is read when Path is "".
	FS fs.FS
	// Err says why the root cannot be read; [Scan] leaves such a root out and
	// sets Err on those it fails to read itself.
	Err error
}

// isPlace reports whether the root's own directory is one that somebody named.
// That of a fetched root is named by the cache.
func (r Root) isPlace() bool { return r.Kind == "" || r.Kind == "dir" }

// ScanOptions say how to scan. The zero value scans with the limits of the
// contract and follows directory links only inside of the roots and the git
// repositories around them.
type ScanOptions struct {
	// WorkDir is the absolute directory to which paths are made relative when
	// they lie below it; "" leaves all paths absolute.
	WorkDir string
	// LinkTargets are absolute directories, such as the user-level ones of
	// clients, into which symbolic links may lead.
	LinkTargets []string
	// Jobs is how many files are read at the same time; 0 is GOMAXPROCS.
	Jobs int
	// MaxDepth is how many levels below a root are searched; 0 is
	// [MaxScanDepth].
	MaxDepth int
	// MaxDirs is how many directories below a root are read; 0 is
	// [MaxScanDirs].
	MaxDirs int
	// Visit, when set, is called with each skill right after it was read, by
	// several goroutines at a time; the catalog keeps what it returns, such as
	// [Skill.Summary]. Skills that turn out to be nested in another one are
	// visited too.
	Visit func(*Skill) *Skill
}

// Scan searches roots for skills and reads what it finds.
//
// Directories are read in the order of their names, once each: one real
// directory counts once, however many links lead to it. Skipped are .git,
// node_modules, __pycache__, .venv and what a .gitignore in the root or below
// it excludes; the skill directories of clients ([ClientDirs]) are searched
// even then. A link to a directory is followed when its target lies in a
// root, in the git repository around the root, or in one of
// [ScanOptions.LinkTargets]; others are reported. Below a skill only nested
// SKILL.md files are looked for, which go to [Catalog.Skipped]; when the root
// itself is a skill, client directories and skills/ below it are searched all
// the same.
//
// The result does not depend on scheduling. The error is that of ctx; a root
// that cannot be read has its own [Root.Err].
func Scan(ctx context.Context, roots []Root, o ScanOptions) (*Catalog, error) {
	s := newScanner(roots, o)
	pool := startLoaders(ctx, o)
	for i := range s.roots {
		if ctx.Err() != nil {
			break
		}
		s.scanRoot(ctx, i, pool)
	}
	pool.wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.catalog(), nil
}

// scanner holds what the walks over all roots share.
type scanner struct {
	opts    ScanOptions
	roots   []Root
	trees   []tree // one for each root; nil for a root that failed
	clients clientPaths
	targets []string // real directories into which links may lead, from every root

	seen   map[place]bool // directories that were searched
	nested map[place]bool // directories that were looked at for nested skills
	skills map[place]bool // directories that hold a skill of their own

	found   []*finding
	skipped []skipping
	links   []dirLink
	notes   []Diagnostic
	ignored int
}

// place is the identity of a directory: its real path, and for a file system
// that is not on disk, the root it belongs to.
type place struct {
	root int // -1 on disk
	path string
}

func newScanner(roots []Root, o ScanOptions) *scanner {
	if o.MaxDepth <= 0 {
		o.MaxDepth = MaxScanDepth
	}
	if o.MaxDirs <= 0 {
		o.MaxDirs = MaxScanDirs
	}
	s := &scanner{
		opts:    o,
		roots:   append([]Root(nil), roots...),
		trees:   make([]tree, len(roots)),
		clients: newClientPaths(),
		seen:    map[place]bool{},
		nested:  map[place]bool{},
		skills:  map[place]bool{},
	}
	for i := range s.roots {
		s.openRoot(i)
	}
	for _, target := range o.LinkTargets {
		if real, err := filepath.EvalSymlinks(target); err == nil {
			s.targets = append(s.targets, real)
		}
	}
	return s
}

// openRoot finds the tree of a root and its real directory.
func (s *scanner) openRoot(i int) {
	root := &s.roots[i]
	if root.Err != nil {
		return
	}
	if root.Path == "" {
		if root.FS == nil {
			root.Err = &fs.PathError{Op: "open", Path: root.Source, Err: fs.ErrNotExist}
			return
		}
		s.trees[i] = newFSTree(root.FS)
		return
	}
	if !filepath.IsAbs(root.Path) {
		root.Path = filepath.Join(s.opts.WorkDir, root.Path)
	}
	root.Path = filepath.Clean(root.Path)
	t, err := newDiskTree(root.Path)
	if err != nil {
		root.Err = err
		return
	}
	s.trees[i] = t
	s.targets = append(s.targets, t.rootReal)
}
