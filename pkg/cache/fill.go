package cache

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// fetched is what a fetcher brought into a work directory.
type fetched struct {
	same  bool        // what the cache has is current, nothing was brought
	files []pack.File // everything below the work's root, with digests: entries are verified by them
	notes []string    // what was left out, and why
	links bool        // a link was left out

	digest       digest.Digest // of archives
	archiveBytes int64
	url          string // where redirects ended, redacted
	etag         string
	modified     string
	commit       string // of git sources
	stamp        *stamp // of local archives
}

// fetcher brings a source into w.root(), which does not exist yet. old is what
// the cache has, or nil.
type fetcher interface {
	fetch(ctx context.Context, w *work, old *Ready) (*fetched, error)
}

// fetcherOf is the one place that knows what kinds of sources there are.
func (s *Store) fetcherOf(src Source, o GetOptions) fetcher {
	c := *s.http
	c.report = func(p Progress) { s.o.Reporter.Progress(src, p) }
	b := base{src: src, store: s, http: &c, get: o}
	switch src.Kind {
	case KindArchive:
		return localArchive{b}
	case KindHTTP:
		return remoteArchive{b}
	case KindWellKnown:
		return wellKnown{b}
	case KindGitHub:
		return gitHub{b}
	default:
		return gitRepo{b}
	}
}

// base is what all fetchers have.
type base struct {
	src   Source
	store *Store
	http  *client
	get   GetOptions
}

func (b base) limits() Limits { return b.store.o.Limits }

func (b base) readOptions() pack.ReadOptions {
	return pack.ReadOptions{Limits: b.limits().pack(), Links: b.get.links(b.src.Kind)}
}

// fill fetches a source under the lock of its key.
func (s *Store) fill(ctx context.Context, src Source, o GetOptions) (*Entry, error) {
	if err := s.prepare(); err != nil {
		return nil, err
	}
	s.hold(ctx, s.Key(src)) // for the first time when the cache is new
	unlock, err := s.lock(ctx, s.Key(src))
	if err != nil {
		return nil, err
	}
	e, err := s.fillLocked(ctx, src, o)
	s.o.hook("before-unlock")
	return e, errors.Join(err, unlock())
}

func (s *Store) fillLocked(ctx context.Context, src Source, o GetOptions) (*Entry, error) {
	old, err := s.current(ctx, src, o)
	if err != nil {
		return nil, err
	}
	if old != nil && o.Mode != Revalidate {
		return old, nil // another process was faster
	}
	s.sweep(ctx)
	w, err := s.newWork(ctx)
	if err != nil {
		return nil, err
	}
	e, err := s.fetchInto(ctx, w, src, o, old)
	return e, errors.Join(err, w.remove())
}

// current is what the cache has now that we hold the lock. When revalidating,
// a pin is held against the outcome, not against what is there.
func (s *Store) current(ctx context.Context, src Source, o GetOptions) (*Entry, error) {
	if o.Mode == Revalidate {
		o.Digest = ""
	}
	return s.hit(ctx, src, o)
}

// fetchInto fetches into w, checks what came and publishes it.
func (s *Store) fetchInto(ctx context.Context, w *work, src Source, o GetOptions, old *Entry) (*Entry, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.o.Limits.Timeout, errTimeout)
	defer cancel()
	var known *Ready
	if old != nil {
		known = &old.Ready
		if changes, err := known.verify(ctx, old.Path); err != nil || len(changes) > 0 {
			known = nil // replace it whatever the server says
		}
	}
	f, err := s.fetcherOf(src, o).fetch(ctx, w, known)
	if err != nil {
		return nil, s.overtime(ctx, err)
	}
	if f.same {
		return s.keep(w, old, f, o)
	}
	s.o.hook("unpacked")
	r, err := s.describe(ctx, w.root(), src, f)
	if err != nil {
		return nil, s.overtime(ctx, err)
	}
	if err := (&Entry{Source: src, Path: w.root(), Ready: *r}).isWanted(ctx, o); err != nil {
		return nil, err
	}
	if err := s.publish(ctx, w, r); err != nil {
		return nil, s.overtime(ctx, err)
	}
	return &Entry{Source: src, Path: s.Path(src), Ready: *r}, nil
}

// isWanted holds what was fetched against the pin and the lock file.
func (e *Entry) isWanted(ctx context.Context, o GetOptions) error {
	if err := matchPin(o.Digest, e.Digest, e.ContentDigest); err != nil {
		return err
	}
	if o.locked == nil {
		return nil
	}
	return o.locked.check(ctx, e)
}

// overtime says so when an error is only that time is up.
func (s *Store) overtime(ctx context.Context, err error) error {
	if !errors.Is(context.Cause(ctx), errTimeout) {
		return err
	}
	return failed(ErrNetwork, "give it more time with --timeout", "%w: more than %s", errTimeout, s.o.Limits.Timeout)
}

// keep notes that an entry is still current. A cache that cannot be written
// to keeps working. The note is written outside of the entry, in which others
// would take it for a file that was added.
func (s *Store) keep(w *work, e *Entry, f *fetched, o GetOptions) (*Entry, error) {
	if err := matchPin(o.Digest, e.Digest, e.ContentDigest); err != nil {
		return nil, err
	}
	e.Fetched = now()
	if f.stamp != nil {
		e.Stamp = f.stamp
	}
	if f.etag != "" || f.modified != "" {
		e.ETag, e.LastModified = f.etag, f.modified
	}
	err := e.write(w.dir)
	if err == nil {
		err = safefs.Rename(filepath.Join(w.dir, safefs.Reserved), filepath.Join(e.Path, safefs.Reserved))
	}
	if err != nil {
		s.o.Reporter.Warn(e.Source, "cannot note in the cache that it is current: "+err.Error())
	}
	return e, nil
}

func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// describe makes the metadata of what was fetched into root.
func (s *Store) describe(ctx context.Context, root string, src Source, f *fetched) (*Ready, error) {
	r := &Ready{
		Version: readyVersion, Key: s.Key(src), Kind: src.Kind, Source: src.String(), URL: f.url,
		ETag: f.etag, LastModified: f.modified, Commit: f.commit,
		Digest: f.digest, ArchiveBytes: f.archiveBytes, Files: len(f.files), Notes: f.notes, LinksLeftOut: f.links,
		Fetched: now(), Tool: s.o.Tool, Limits: s.o.Limits, Stamp: f.stamp, Tree: treeOf(f.files),
	}
	for _, file := range f.files {
		r.Bytes += file.Bytes
	}
	var err error
	if r.Skills, err = findSkills(ctx, root, src.Kind); err != nil {
		return nil, err
	}
	r.ContentDigest, err = contentDigest(ctx, root, r)
	return r, err
}

// publish makes the work's root the entry: synced once, then shown by one
// rename or one exchange.
func (s *Store) publish(ctx context.Context, w *work, r *Ready) error {
	s.o.hook("before-sync")
	if err := r.write(w.root()); err != nil {
		return err
	}
	s.o.hook("ready-written")
	if err := errors.Join(safefs.SyncTree(w.root()), ctx.Err()); err != nil { // the sync may have taken long
		return err
	}
	entry := filepath.Join(s.dir, r.Key)
	if err := s.place(w, entry); err != nil {
		return err
	}
	s.o.hook("published")
	return safefs.SyncDir(s.dir)
}
