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
	"strings"
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
		if e.Ready, e.Err = readReady(e.Path, e.Key); errors.Is(e.Err, fs.ErrNotExist) {
			continue // removed meanwhile
		}
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
// fetched. The error is e.Err, that of reading, or one that matches
// fs.ErrNotExist when the entry was removed meanwhile.
func (s *Store) Verify(ctx context.Context, e Stored) ([]Change, error) {
	s.hold(ctx, e.Key)
	for {
		if e.Err != nil {
			return nil, e.Err
		}
		changes, err := e.Ready.verify(ctx, e.Path)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && len(changes) == 0 {
			return nil, nil
		}
		now, readErr := readReady(e.Path, e.Key)
		if readErr != nil {
			return nil, readErr
		}
		if now.Fetched.Equal(e.Ready.Fetched) && now.Digest == e.Ready.Digest && now.ContentDigest == e.Ready.ContentDigest {
			return changes, err
		}
		e.Ready = now // replaced meanwhile
	}
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

// Pruned is what a prune did, or would do.
type Pruned struct {
	Removed []Gone
	InUse   []Gone // what was to go and is being fetched or read
}

// Prune removes entries, and always what dead processes and replaced entries
// left. Entries that another process is fetching or reading are left alone.
func (s *Store) Prune(ctx context.Context, o PruneOptions) (Pruned, error) {
	var p Pruned
	entries, err := s.List()
	if err != nil || len(entries) == 0 && !isDirectory(s.dir) {
		return p, err
	}
	for _, e := range victims(entries, o, now()) {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		gone := Gone{Key: e.Key, Source: e.source(), Path: e.Path, Bytes: e.bytes()}
		free := true
		if !o.DryRun {
			if free, err = s.remove(ctx, e); err != nil && !errors.Is(err, fs.ErrNotExist) { // else another was faster
				return p, s.ownError(err)
			}
		}
		switch {
		case err != nil:
		case free:
			p.Removed = append(p.Removed, gone)
		default:
			p.InUse = append(p.InUse, gone)
		}
	}
	if o.DryRun {
		return p, nil
	}
	s.sweep(ctx)
	return p, s.forgetOld(o)
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

// remove takes an entry away under its locks: first its name, then its files.
// It reports false when another process has one of the locks.
func (s *Store) remove(ctx context.Context, e Stored) (bool, error) {
	if err := s.prepare(); err != nil {
		return false, err
	}
	unlock, ok, err := s.tryLock(e.Key)
	if err != nil || !ok {
		return false, err
	}
	free, ok, err := s.claim(e.Key)
	if err != nil || !ok {
		return false, errors.Join(err, unlock())
	}
	w, err := s.newWork(ctx)
	if err != nil {
		return false, errors.Join(err, free(), unlock())
	}
	err = safefs.Rename(e.Path, w.root())
	return err == nil, errors.Join(err, free(), w.remove(), unlock())
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
		key, _, _ := strings.Cut(n.Name(), "-")
		free, ok, lockErr := s.claim(key)
		if lockErr != nil || !ok {
			err = errors.Join(err, lockErr)
			continue
		}
		err = errors.Join(err, safefs.RemoveAll(filepath.Join(dir, n.Name())), free())
	}
	return err
}
