package cache

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/skillctl/skillctl/internal/safefs"
)

// Stored is one entry of the cache.
type Stored struct {
	Key  string
	Path string
	// Ready is nil when the entry is damaged, and Err says how.
	Ready *Ready
	Err   error
}

// source is what to call the entry.
func (e Stored) source() string {
	if e.Ready == nil {
		return e.Key
	}
	return e.Ready.Source
}

// bytes is what the entry takes on disk, roughly.
func (e Stored) bytes() int64 {
	if e.Ready == nil {
		return 0
	}
	return e.Ready.Bytes
}

// List gives the entries, by source. A cache that does not exist is empty.
func (s *Store) List() ([]Stored, error) {
	names, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entries []Stored
	for _, n := range names {
		if !isKey(n.Name()) {
			continue
		}
		e := Stored{Key: n.Name(), Path: filepath.Join(s.dir, n.Name())}
		e.Ready, e.Err = readReady(e.Path, e.Key)
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b Stored) int {
		return cmp.Or(cmp.Compare(a.source(), b.source()), cmp.Compare(a.Key, b.Key))
	})
	return entries, nil
}

func isKey(name string) bool {
	b, err := hex.DecodeString(name)
	return err == nil && len(b) == 32
}

// Verify hashes the files of an entry and lists what differs from what was
// fetched. The error is e.Err, or that of reading.
func (s *Store) Verify(ctx context.Context, e Stored) ([]Change, error) {
	if e.Err != nil {
		return nil, e.Err
	}
	return e.Ready.verify(ctx, e.Path)
}

// PruneOptions say what [Store.Prune] removes besides what is damaged or left
// over.
type PruneOptions struct {
	OlderThan time.Duration // entries that were fetched or found current longer ago; 0 for none
	MaxSize   int64         // bytes to come down to, the oldest first; 0 for no limit
	All       bool          // everything
	DryRun    bool          // only say what would go
}

// Gone is what a prune removed.
type Gone struct {
	Key    string `json:"key"`
	Source string `json:"source,omitempty"`
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
}

// Prune removes entries, and always what dead processes and replaced entries
// left. Entries that another process is fetching are left alone.
func (s *Store) Prune(ctx context.Context, o PruneOptions) ([]Gone, error) {
	entries, err := s.List()
	if err != nil || len(entries) == 0 && !isDirectory(s.dir) {
		return nil, err
	}
	var removed []Gone
	for _, e := range victims(entries, o, now()) {
		if err := ctx.Err(); err != nil {
			return removed, err
		}
		gone := o.DryRun
		if !gone {
			if gone, err = s.remove(ctx, e); err != nil {
				return removed, s.ownError(err)
			}
		}
		if gone {
			removed = append(removed, Gone{Key: e.Key, Source: e.source(), Path: e.Path, Bytes: e.bytes()})
		}
	}
	if !o.DryRun {
		s.sweep(ctx)
		err = s.forgetOld(o)
	}
	return removed, err
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// victims chooses what to remove.
func victims(entries []Stored, o PruneOptions, at time.Time) []Stored {
	var out, keep []Stored
	for _, e := range entries {
		old := e.Ready != nil && o.OlderThan > 0 && at.Sub(e.Ready.Fetched) > o.OlderThan
		if o.All || e.Ready == nil || old {
			out = append(out, e)
		} else {
			keep = append(keep, e)
		}
	}
	if o.MaxSize <= 0 {
		return out
	}
	slices.SortStableFunc(keep, func(a, b Stored) int { return b.Ready.Fetched.Compare(a.Ready.Fetched) })
	var size int64
	for _, e := range keep {
		if size += e.bytes(); size > o.MaxSize {
			out = append(out, e)
			size -= e.bytes()
		}
	}
	return out
}

// remove takes an entry away under its lock: first its name, then its files.
func (s *Store) remove(ctx context.Context, e Stored) (bool, error) {
	if err := s.prepare(); err != nil {
		return false, err
	}
	unlock, ok, err := safefs.TryLock(filepath.Join(s.dir, locksDir, e.Key))
	switch {
	case errors.Is(err, safefs.ErrNoLocks):
		unlock, ok = func() error { return nil }, true
	case err != nil:
		return false, err
	}
	if !ok {
		return false, nil
	}
	w, err := s.newWork(ctx)
	if err != nil {
		return false, errors.Join(err, unlock())
	}
	err = os.Rename(e.Path, w.root())
	return err == nil, errors.Join(err, w.remove(), unlock())
}

// forgetOld removes replaced entries at once when everything is to go.
func (s *Store) forgetOld(o PruneOptions) error {
	if !o.All {
		return nil
	}
	dir := filepath.Join(s.dir, oldDir)
	names, err := os.ReadDir(dir)
	if err != nil {
		return nil //nolint:nilerr // there is none
	}
	for _, n := range names {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, n.Name())))
	}
	return err
}
