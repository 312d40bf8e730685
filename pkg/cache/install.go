package cache

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// InstallOptions say what [Store.Install] may do.
type InstallOptions struct {
	Force  bool // overwrite what was changed by hand
	DryRun bool // change nothing, only say what would change
}

// Installation is a copy of an entry outside of the cache.
type Installation struct {
	// Dir is the directory, absolute.
	Dir string
	// Changes are what the copy does to the directory, by path.
	Changes []Change
	// Local are files that were changed by hand since the last installation,
	// or, where there was none, everything that differs.
	Local []Change
}

// installed is what was last copied to a directory.
type installed struct {
	Version int        `json:"version"`
	Dir     string     `json:"dir"`
	Source  string     `json:"source"`
	Commit  string     `json:"commit,omitempty"`
	Tree    []TreeFile `json:"tree"`
}

// Install copies an entry out to the absolute directory dir: exact bytes and
// execute bits, nothing added. When the entry holds exactly one skill, dir
// becomes that skill's folder. The directory appears, or is exchanged, as a
// whole. One that is, holds or lies in the source, or is of the cache, is
// refused with an error that matches [ErrSource]; one that was changed by hand,
// with one that matches [ErrLocalChanges], unless Force is set; one that holds
// more than any copy can, with one that matches [ErrRefused]. A cache that
// cannot be written to is read all the same; the next installation then takes
// every difference for a change by hand.
func (s *Store) Install(ctx context.Context, e *Entry, dir string, o InstallOptions) (*Installation, error) {
	dir = realPath(dir)
	if err := s.checkPlace(e, dir); err != nil {
		return nil, err
	}
	from, want := e.content()
	in := &Installation{Dir: dir}
	unlock, tmp, err := s.lockInstall(ctx, dir, o)
	if err != nil {
		return in, err
	}
	return in, errors.Join(s.install(ctx, e, in, from, want, tmp, o), unlock())
}

// install does the work while no other process installs to the directory.
func (s *Store) install(ctx context.Context, e *Entry, in *Installation, from string, want []TreeFile, tmp string, o InstallOptions) error {
	last := s.lastInstall(in.Dir)
	old, err := in.plan(ctx, s.o.Limits.tree(), want, last)
	if err != nil || o.DryRun {
		return err
	}
	if len(in.Local) > 0 && !o.Force {
		return localChanges(in)
	}
	if len(in.Changes) > 0 || old == nil {
		if err := copyOut(ctx, from, in.Dir, want, old, tmp); err != nil {
			return in.ownError(err)
		}
	}
	note := installed{Version: readyVersion, Dir: in.Dir, Source: e.Source.String(), Commit: e.Commit, Tree: want}
	if err := s.noteInstall(note); err != nil {
		s.o.Reporter.Warn(e.Source, "cannot note in the cache what was installed: "+err.Error())
	}
	return nil
}

// ownError names the directory in an error about the copy that was to become
// it.
func (in *Installation) ownError(err error) error {
	path, cause := diskError(err)
	switch {
	case cause != nil && safefs.IsFull(cause):
		return hinted(&fs.PathError{Op: "write", Path: in.Dir, Err: cause}, "free some space, or name a directory on another disk")
	case cause != nil && safefs.IsInUse(cause):
		return hinted(&fs.PathError{Op: "write", Path: in.Dir, Err: cause}, inUseHint)
	case strings.Contains(path, string(os.PathSeparator)+copyPrefix):
		return hinted(&fs.PathError{Op: "write", Path: in.Dir, Err: cause}, "name a directory where you can write")
	}
	return err
}

// lockInstall makes processes that install to one directory take turns, where
// the cache can be written to. It names the directory for the unfinished copy:
// always the same one under the lock, so that the next installation removes
// what a killed one left.
func (s *Store) lockInstall(ctx context.Context, dir string, o InstallOptions) (unlock func() error, tmp string, err error) {
	place := filepath.Join(filepath.Dir(dir), copyPrefix)
	if !o.DryRun && s.prepare() == nil {
		unlock, err = s.lock(ctx, "install-"+installKey(dir)[:16])
		if err == nil || ctx.Err() != nil {
			return unlock, place + installKey(dir + "\x00" + s.dir)[:16], err
		}
	}
	return func() error { return nil }, place + rand.Text()[:16], nil
}

// checkPlace refuses directories whose replacement would take the source away
// or change it while it is copied.
func (s *Store) checkPlace(e *Entry, dir string) error {
	const hint = "name another directory"
	if src := e.Source.Path; src != "" {
		switch {
		case holds(dir, src):
			return failed(ErrSource, hint, "%s: is or holds the source, which the copy would replace", dir)
		case holds(src, dir):
			return failed(ErrSource, hint, "%s: lies in the source, which would then hold its own copy", dir)
		}
	}
	if u := e.Source.url; u != nil && u.Scheme == "git+file" && holds(dir, localPath(u.Path)) {
		return failed(ErrSource, hint, "%s: is or holds the repository, which the copy would replace", dir)
	}
	if holds(dir, s.dir) || holds(s.dir, dir) {
		return failed(ErrSource, hint, "%s: is, holds or lies in the cache directory", dir)
	}
	return nil
}

// holds reports whether path is dir or lies below it, under whatever names:
// links, letter case and mounts do not matter.
func holds(dir, path string) bool {
	path = realPath(path)
	rel, err := filepath.Rel(realPath(dir), path)
	if err == nil && filepath.IsLocal(rel) {
		return true
	}
	top, err := os.Stat(dir)
	if err != nil {
		return false
	}
	for up := path; ; up = filepath.Dir(up) {
		if info, err := os.Stat(up); err == nil && os.SameFile(top, info) {
			return true
		}
		if up == filepath.Dir(up) {
			return false
		}
	}
}

// realPath resolves the links in what exists of a path.
func realPath(path string) string {
	for up := path; ; up = filepath.Dir(up) {
		if real, err := filepath.EvalSymlinks(up); err == nil {
			return real + path[len(up):]
		}
		if up == filepath.Dir(up) {
			return path
		}
	}
}

// content is what an installation copies: the one skill, or everything.
func (e *Entry) content() (dir string, tree []TreeFile) {
	sub := "."
	if len(e.Skills) == 1 {
		sub = e.Skills[0].Dir
	}
	for _, f := range e.Tree {
		if rel, ok := below(f.Path, sub); ok {
			f.Path = rel
			tree = append(tree, f)
		}
	}
	return filepath.Join(e.Path, filepath.FromSlash(sub)), tree
}

// plan compares the directory with what is wanted and with what was installed
// last. old is nil when there is no directory.
func (in *Installation) plan(ctx context.Context, l treeLimits, want []TreeFile, last *installed) (old fs.FileInfo, err error) {
	old, err = os.Lstat(in.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		in.Changes = diffTrees(nil, want)
		return nil, nil //nolint:nilnil // there is no directory yet
	case err != nil:
		return nil, err
	case !old.IsDir():
		return nil, failed(ErrRefused, "name a directory", "%s: is no directory", in.Dir)
	}
	l = l.or(want)
	if last != nil {
		l = l.or(last.Tree)
	}
	have, err := readTree(ctx, os.DirFS(in.Dir), l)
	if errors.Is(err, pack.ErrRefused) {
		return nil, failed(ErrRefused, "name another directory, or remove this one yourself", "%s: is no copy of a skill: %w", in.Dir, err)
	}
	if err != nil {
		return nil, err
	}
	in.Changes = diffTrees(have, want)
	switch {
	case len(in.Changes) == 0 || len(have) == 0:
	case last == nil:
		in.Local = in.Changes
	default:
		in.Local = diffTrees(last.Tree, have)
	}
	if repo := ".git"; len(in.Changes) > 0 && isDirectory(filepath.Join(in.Dir, repo)) { // readTree leaves it out
		in.Changes = append(in.Changes, Change{repo, Removed})
		in.Local = append(in.Local, Change{repo, Removed})
	}
	return old, nil
}

func localChanges(in *Installation) error {
	const shown = 5
	var names []string
	for i, c := range in.Local {
		if i == shown {
			names = append(names, fmt.Sprintf("and %d more", len(in.Local)-shown))
			break
		}
		names = append(names, c.Path)
	}
	return failed(ErrLocalChanges, "--dry-run shows what would change, --force overwrites it",
		"%s: %w: %s", in.Dir, ErrLocalChanges, strings.Join(names, ", "))
}

func installKey(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:])
}

func (s *Store) installFile(dir string) string {
	return filepath.Join(s.dir, installsDir, installKey(dir)+".json")
}

// lastInstall is what was last copied to dir, nil when that is not known.
func (s *Store) lastInstall(dir string) *installed {
	path := s.installFile(dir)
	data, err := safefs.ReadFile(os.DirFS(filepath.Dir(path)), filepath.Base(path), maxReadyBytes)
	if err != nil {
		return nil
	}
	var last installed
	if json.Unmarshal(data, &last) != nil || last.Dir != dir || last.Version != readyVersion {
		return nil
	}
	return &last
}

func (s *Store) noteInstall(i installed) error {
	if err := s.prepare(); err != nil {
		return err
	}
	data, err := json.Marshal(i)
	if err != nil {
		return err
	}
	path := s.installFile(i.Dir)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return safefs.WriteFile(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
