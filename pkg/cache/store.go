package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/pack"
)

// Store is a cache directory and what is needed to fill it. It is safe for
// concurrent use, by several processes too.
type Store struct {
	dir  string
	o    Options
	http *client
	held held
}

// Open prepares a store in the absolute directory dir. Nothing is created
// before something is fetched. It fails when dir is not absolute or
// Options.CACert holds no certificate.
func Open(dir string, o Options) (*Store, error) {
	if !filepath.IsAbs(dir) {
		return nil, failed(ErrSource, "set SKILLS_CACHE_DIR to an absolute path", "no usable cache directory: %q", dir)
	}
	o.Limits = o.Limits.orDefault()
	o.GitHub = o.GitHub.orDefault()
	if o.Reporter == nil {
		o.Reporter = silent{}
	}
	if o.hook == nil {
		o.hook = func(string) {}
	}
	if o.backoff == 0 {
		o.backoff = firstBackoff
	}
	c, err := newClient(o)
	if err != nil {
		return nil, err
	}
	return &Store{dir: filepath.Clean(dir), o: o, http: c}, nil
}

// Close lets go of idle connections, and of the entries that were given out:
// others may then remove them.
func (s *Store) Close() {
	s.http.close()
	s.release("")
}

// Dir is the cache directory.
func (s *Store) Dir() string { return s.dir }

// Key is the name of the entry of a source: [Source.Key], except that
// repositories of another GitHub than github.com have keys of their own.
func (s *Store) Key(src Source) string {
	if src.Kind == KindGitHub && s.o.GitHub.Server != gitHubServer {
		sum := sha256.Sum256([]byte(s.o.GitHub.Server + " " + src.text))
		return hex.EncodeToString(sum[:])
	}
	return src.Key()
}

// Path is where the source is or would be on disk.
func (s *Store) Path(src Source) string {
	if src.Kind == KindDir {
		return src.Path
	}
	return filepath.Join(s.dir, s.Key(src))
}

// Entry is a source on disk.
type Entry struct {
	Source Source
	// Path is the directory that holds what the source holds.
	Path string
	// Cached says that nothing was fetched.
	Cached bool
	// Ready holds the digests, sizes and names. Its ContentDigest is the "h1:"
	// digest of the source's one skill, with paths relative to that skill; of
	// a source with several skills, of the whole tree.
	Ready
}

// Get gives the directory of a source, fetching it if it must. Errors carry
// the source and a hint, and match [ErrNetwork], [ErrOffline], [ErrRefused],
// [ErrMismatch], what pkg/pack reports, or what the file system reports. After
// an error the cache is as it was before. Until the store is closed no other
// process removes the entry.
func (s *Store) Get(ctx context.Context, src Source, o GetOptions) (*Entry, error) {
	e, err := s.get(ctx, src, o)
	if err != nil {
		return nil, src.of(s.ownError(err))
	}
	for _, note := range e.Notes {
		s.o.Reporter.Warn(src, note)
	}
	return e, nil
}

func (s *Store) get(ctx context.Context, src Source, o GetOptions) (*Entry, error) {
	if err := checkPin(src, o.Digest); err != nil {
		return nil, err
	}
	if o.Commit != "" && !fullCommit.MatchString(o.Commit) { // git could take it for an option
		return nil, failed(ErrSource, "give all 40 or 64 hexadecimal digits", "%q is no commit id", o.Commit)
	}
	if src.Kind == KindDir {
		return s.directory(ctx, src, o)
	}
	s.hold(ctx, s.Key(src))
	if o.Mode != Revalidate {
		if e, err := s.hit(ctx, src, o); e != nil || err != nil {
			return e, err
		}
	}
	if o.Mode == Offline && !src.IsLocal() {
		return nil, failed(ErrOffline, "fetch it once without --offline", "not in the cache, and the network is not to be used")
	}
	s.warnPlain(src, o)
	return s.fill(ctx, src, o)
}

// checkPin refuses digests that a kind of source cannot have.
func checkPin(src Source, pin digest.Digest) error {
	if pin == "" || pin.IsTree() || src.Kind == KindArchive || src.Kind == KindHTTP {
		return nil
	}
	return failed(ErrSource, "pin the content with h1:…, or a commit in the source", "a source of kind %s has no archive digest", src.Kind)
}

// warnPlain tells that a connection is not encrypted and nothing else vouches
// for the content.
func (s *Store) warnPlain(src Source, o GetOptions) {
	if src.url != nil && src.url.Scheme == "http" && !isLoopback(src.url) && o.Digest == "" {
		s.o.Reporter.Warn(src, "not encrypted: anyone on the way can change it; use https or --digest")
	}
}

// hit looks for a usable entry. Neither an entry nor an error means a miss.
func (s *Store) hit(ctx context.Context, src Source, o GetOptions) (*Entry, error) {
	path := s.Path(src)
	r, err := readReady(path, s.Key(src))
	if err == nil {
		err = r.present(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrInvalidEntry):
		return nil, nil //nolint:nilnil // a miss
	case err != nil:
		return nil, err
	case o.Commit != "" && r.Commit != o.Commit:
		return nil, nil //nolint:nilnil // another commit than the one asked for
	case r.LinksLeftOut && o.links(src.Kind) == pack.RefuseLinks:
		return nil, nil //nolint:nilnil // fetched under another policy
	case src.Kind == KindArchive && !r.Stamp.current(src.Path):
		return nil, nil //nolint:nilnil // the archive changed
	}
	if err := s.checkOwner(); err != nil {
		return nil, err
	}
	if err := r.within(s.o.Limits); err != nil {
		return nil, err
	}
	if err := s.checkHit(ctx, path, r, o); err != nil {
		return nil, err
	}
	return &Entry{Source: src, Path: path, Cached: true, Ready: *r}, nil
}

// checkHit holds an entry against a pin: the recorded digest, and that the
// files are still those that were recorded.
func (s *Store) checkHit(ctx context.Context, path string, r *Ready, o GetOptions) error {
	if o.Digest == "" {
		return nil
	}
	if err := matchPin(o.Digest, r.Digest, r.ContentDigest); err != nil {
		err.hint = "if the source was updated, fetch with --refresh"
		return err
	}
	changes, err := r.verify(ctx, path)
	if err != nil {
		return err
	}
	if len(changes) > 0 {
		return failed(ErrMismatch, "fetch it anew with --refresh", "the cached files were changed: %s", changes[0])
	}
	return nil
}

// matchPin compares a pin with the digest of its kind.
func matchPin(pin, archive, content digest.Digest) *Error {
	got := archive
	if pin.IsTree() {
		got = content
	}
	if pin == "" || pin == got {
		return nil
	}
	return failed(ErrMismatch, "do not use it unless you know why it changed", "digest is %s, expected %s", got, pin)
}
