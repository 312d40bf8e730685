package cache

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/safefs"
)

// Names in the cache directory.
const (
	workPrefix  = "tmp-skill-root-"
	locksDir    = ".locks"
	oldDir      = ".old"
	installsDir = ".installs"
	workLock    = "lock"  // in a work directory: held while its process lives
	sweepLock   = "sweep" // held while work directories are made or looked for
)

// prepare makes the cache directory, private to the user, and refuses one that
// others could put something into.
func (s *Store) prepare() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return hinted(err, "choose a directory you can write to with SKILLS_CACHE_DIR")
	}
	if err := s.checkOwner(); err != nil {
		return err
	}
	for _, name := range []string{locksDir, oldDir} {
		if err := os.MkdirAll(filepath.Join(s.dir, name), 0o700); err != nil {
			return hinted(err, "choose a directory you can write to with SKILLS_CACHE_DIR")
		}
	}
	return nil
}

// checkOwner refuses a cache directory that others could put something into.
func (s *Store) checkOwner() error {
	info, err := os.Stat(s.dir)
	if err != nil {
		return err
	}
	if why := sharedWith(info); why != "" {
		return failed(ErrRefused, "make it yours alone (chmod 700) or choose another one with SKILLS_CACHE_DIR",
			"%s: the cache directory %s", s.dir, why)
	}
	return nil
}

// hinted gives an error of the file system a hint.
func hinted(err error, hint string) error { return &Error{Err: err, hint: hint} }

// ownError names the cache directory in an error about work in it: the names of
// that tell nobody anything.
func (s *Store) ownError(err error) error {
	path, cause := diskError(err)
	below, relErr := filepath.Rel(s.dir, path)
	ours := relErr == nil && filepath.IsLocal(below) && (strings.HasPrefix(below, workPrefix) || strings.HasPrefix(below, ".") || isKey(below))
	if cause == nil || !ours && !safefs.IsFull(cause) {
		return err
	}
	hint := "choose a directory you can write to with SKILLS_CACHE_DIR"
	switch {
	case safefs.IsFull(cause):
		hint = "free some space, or choose a directory on another disk with SKILLS_CACHE_DIR"
	case safefs.IsInUse(cause):
		hint = inUseHint
	}
	return hinted(&fs.PathError{Op: "write", Path: s.dir, Err: cause}, hint)
}

// inUseHint is for systems that do not move or remove what is open.
const inUseHint = "another program has a file of it open: try again when that is done"

// diskError is the path and the cause of an error of the file system, nil when
// it is none.
func diskError(err error) (path string, cause error) {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Path, e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.New, e.Err
	}
	return "", nil
}

// lock takes one of the cache's locks. Where the file system has none, the
// first rename wins.
func (s *Store) lock(ctx context.Context, name string) (unlock func() error, err error) {
	unlock, err = safefs.Lock(ctx, filepath.Join(s.dir, locksDir, name))
	if errors.Is(err, safefs.ErrNoLocks) {
		return func() error { return nil }, nil
	}
	return unlock, err
}

// tryLock is lock that does not wait.
func (s *Store) tryLock(name string) (unlock func() error, ok bool, err error) {
	unlock, ok, err = safefs.TryLock(filepath.Join(s.dir, locksDir, name))
	if errors.Is(err, safefs.ErrNoLocks) {
		return func() error { return nil }, true, nil
	}
	return unlock, ok, err
}

// work is a directory for unfinished work.
type work struct {
	dir    string
	unlock func() error
}

func (w *work) root() string     { return filepath.Join(w.dir, "root") }
func (w *work) download() string { return filepath.Join(w.dir, "download") }

// newWork makes a work directory and locks it, while no one sweeps: so one
// that is not locked belongs to nobody.
func (s *Store) newWork(ctx context.Context) (*work, error) {
	unlock, err := s.lock(ctx, sweepLock)
	if err != nil {
		return nil, err
	}
	w, err := s.makeWork()
	if err = errors.Join(err, unlock()); err != nil {
		return nil, err
	}
	s.o.hook("work-made")
	return w, nil
}

func (s *Store) makeWork() (*work, error) {
	dir, err := os.MkdirTemp(s.dir, workPrefix)
	if err != nil {
		return nil, err
	}
	unlock, ok, err := safefs.TryLock(filepath.Join(dir, workLock))
	switch {
	case errors.Is(err, safefs.ErrNoLocks):
		unlock = func() error { return nil }
	case err != nil:
		return nil, errors.Join(err, safefs.RemoveAll(dir))
	case !ok:
		return nil, fmt.Errorf("%s: locked by another process", dir)
	}
	return &work{dir: dir, unlock: unlock}, nil
}

func (w *work) remove() error {
	return safefs.RemoveLocked(w.unlock, func() error { return safefs.RemoveAll(w.dir) })
}

// sweep removes what dead processes and replaced entries left. It is a
// service to the user: errors wait for the next time.
func (s *Store) sweep(ctx context.Context) {
	for _, path := range s.stale(ctx) {
		_ = safefs.RemoveAll(path)
	}
}

// stale lists work directories whose process is gone, and replaced entries
// that nobody reads any more.
func (s *Store) stale(ctx context.Context) []string {
	unlock, err := s.lock(ctx, sweepLock)
	if err != nil {
		return nil
	}
	defer func() { _ = unlock() }()
	var gone []string
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		path := filepath.Join(s.dir, e.Name())
		if strings.HasPrefix(e.Name(), workPrefix) && e.IsDir() && isDead(path) {
			gone = append(gone, path)
		}
	}
	old, _ := os.ReadDir(filepath.Join(s.dir, oldDir))
	for _, e := range old {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keepOld {
			gone = append(gone, filepath.Join(s.dir, oldDir, e.Name()))
		}
	}
	return gone
}

// isDead reports whether nobody holds the lock of a work directory.
func isDead(dir string) bool {
	path := filepath.Join(dir, workLock)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return true // killed before it could lock: makers hold the lock we hold
	}
	unlock, ok, err := safefs.TryLock(path)
	if err != nil {
		info, statErr := os.Stat(dir)
		return statErr == nil && errors.Is(err, safefs.ErrNoLocks) && time.Since(info.ModTime()) > keepUnlocked
	}
	if ok {
		_ = unlock()
	}
	return ok
}

// place puts the work's root at the entry's path. An entry that is there is
// exchanged for it and kept a while, so that whoever reads it can go on.
func (s *Store) place(w *work, entry string) error {
	if _, err := os.Lstat(entry); err != nil {
		err = safefs.Rename(w.root(), entry)
		if _, statErr := os.Lstat(entry); err == nil || statErr != nil {
			return err
		}
	}
	if err := safefs.Exchange(w.root(), entry); err != nil {
		return s.placeInSteps(w, entry)
	}
	s.o.hook("exchanged")
	_, err := s.retire(w.root(), filepath.Base(entry))
	return err
}

// placeInSteps is for systems that cannot exchange two names at once. When the
// new entry cannot take its place, the old one comes back.
func (s *Store) placeInSteps(w *work, entry string) error {
	old, err := s.retire(entry, filepath.Base(entry))
	if err != nil {
		return err
	}
	s.o.hook("exchanged")
	if err := safefs.Rename(w.root(), entry); err != nil {
		return errors.Join(err, safefs.Rename(old, entry))
	}
	return nil
}

// retire moves a replaced entry away and says where it is now.
func (s *Store) retire(path, key string) (to string, err error) {
	to = filepath.Join(s.dir, oldDir, key+"-"+rand.Text()[:8])
	if err := safefs.Rename(path, to); err != nil {
		return "", err
	}
	at := time.Now()
	return to, os.Chtimes(to, at, at)
}
