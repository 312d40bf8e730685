package cache

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// LockFileName is the name of the lock file in a project.
const LockFileName = "skillctl.lock.json"

// lockVersion is the version of the lock file's format.
const lockVersion = 1

// ErrNotLocked says that a source is not in the lock file.
var ErrNotLocked = errors.New("not in the lock file")

// LockFile pins sources to their content, file by file.
type LockFile struct {
	Version int      `json:"version"`
	Sources []Locked `json:"sources"` // by source
}

// Locked is one pinned source.
type Locked struct {
	Source        string        `json:"source"`             // redacted; in the file, a path below the file's folder is relative to it
	Resolved      string        `json:"resolved,omitempty"` // where redirects ended, redacted
	Commit        string        `json:"commit,omitempty"`
	Digest        digest.Digest `json:"digest,omitempty"` // of the archive
	ContentDigest digest.Digest `json:"content_digest"`
	Files         []LockedFile  `json:"files"` // by path, relative to the source's root
}

// LockedFile is one file of a pinned source.
type LockedFile struct {
	Path       string `json:"path"`
	Bytes      int64  `json:"bytes"`
	Executable bool   `json:"executable"`
	SHA256     string `json:"sha256"`    // hex, of the bytes
	SHA256LF   string `json:"sha256_lf"` // hex, of the bytes with every CRLF as LF
}

// toLockDir names a local source below dir relative to it, so that the lock
// file of a project is the same wherever the project lies.
func toLockDir(source, dir string) string {
	if !filepath.IsAbs(source) {
		return source // not local
	}
	rel, err := filepath.Rel(dir, source)
	if err != nil || !filepath.IsLocal(rel) {
		return source
	}
	return "./" + filepath.ToSlash(rel)
}

// fromLockDir undoes toLockDir.
func fromLockDir(source, dir string) string {
	rel, ok := strings.CutPrefix(source, "./")
	if !ok {
		return source
	}
	return filepath.Join(dir, filepath.FromSlash(rel))
}

// Write puts the lock file at path, whole or not at all.
func (l *LockFile) Write(path string) error {
	named := &LockFile{Version: l.Version, Sources: slices.Clone(l.Sources)}
	for i, p := range named.Sources {
		named.Sources[i].Source = toLockDir(p.Source, filepath.Dir(path))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(named); err != nil {
		return err
	}
	return safefs.WriteFile(path, 0o644, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}

// UpdateLockFile adds pins to the lock file at path, or replaces those of the
// same sources, and returns what it holds now. A missing file is made.
// Processes that do so at the same time take turns: none loses the pins of
// another.
func UpdateLockFile(ctx context.Context, path string, pins []Locked) (l *LockFile, err error) {
	unlock, err := safefs.LockFor(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	l, err = ReadLockFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		l, err = &LockFile{Version: lockVersion}, nil
	}
	if err != nil {
		return nil, err
	}
	for _, pin := range pins {
		l.Set(pin)
	}
	return l, l.Write(path)
}

// Find is the pin of a source.
func (l *LockFile) Find(src Source) (Locked, bool) {
	i := slices.IndexFunc(l.Sources, func(p Locked) bool { return p.Source == src.lockName() })
	if i < 0 {
		return Locked{}, false
	}
	return l.Sources[i], true
}

// Set adds or replaces the pin of a source.
func (l *LockFile) Set(pin Locked) {
	l.Version = lockVersion
	l.Sources = slices.DeleteFunc(l.Sources, func(p Locked) bool { return p.Source == pin.Source })
	l.Sources = append(l.Sources, pin)
	slices.SortFunc(l.Sources, func(a, b Locked) int { return cmp.Compare(a.Source, b.Source) })
}

// lockName is the source as the lock file names it.
func (s Source) lockName() string { return s.String() }

// Lock pins an entry as it is. It refuses one with a file that a lock file
// cannot name, or that is no file (a link put there by hand, say).
func (e *Entry) Lock(ctx context.Context) (Locked, error) {
	pin := Locked{Source: e.Source.lockName(), Resolved: e.URL, Commit: e.Commit, Digest: e.Digest, ContentDigest: e.ContentDigest}
	files, err := e.lockedFiles(ctx)
	if err != nil {
		return pin, e.Source.of(err)
	}
	pin.Files = files
	if _, text := pin.fault(); text != "" {
		return pin, e.Source.of(failed(ErrRefused, "rename or remove the file", "cannot be locked: %s", text))
	}
	return pin, nil
}

// lockedFiles hashes the entry's files as they are now. What is no regular
// file is listed without hashes, so that it differs from every pin; in a
// directory of the user's it was left out.
func (e *Entry) lockedFiles(ctx context.Context) ([]LockedFile, error) {
	tree := e.Tree
	if e.Source.Kind != KindDir {
		var err error
		if tree, err = readEntryTree(ctx, e.Path); err != nil {
			return nil, err
		}
	}
	files := make([]LockedFile, len(tree))
	for i, f := range tree {
		files[i] = LockedFile{Path: f.Path, Bytes: f.Bytes, Executable: f.Executable}
		if f.Digest == "" {
			continue
		}
		data, err := safefs.ReadFile(os.DirFS(e.Path), f.Path, f.Bytes)
		if err != nil {
			return nil, err
		}
		files[i].SHA256, files[i].SHA256LF = digest.Bytes(data).Hex(), digest.Bytes(digest.WithoutCR(data)).Hex()
	}
	return files, nil
}

// GetLocked is [Store.Get] that gives nothing but what the lock file says. An
// entry in the cache that is as locked needs no network. Errors match
// [ErrNotLocked], or [ErrDrift] and are then a *[DriftError].
func (s *Store) GetLocked(ctx context.Context, src Source, l *LockFile, o GetOptions) (*Entry, error) {
	pin, ok := l.Find(src)
	if !ok {
		return nil, src.of(failed(ErrNotLocked, "add it with: skillctl lock SOURCE", "%w", ErrNotLocked))
	}
	if o.Mode == UseCache || o.Mode == Offline {
		e, err := s.lockedHit(ctx, src, pin, o)
		if e != nil || err != nil && o.Mode == Offline && !src.IsLocal() {
			return e, err
		}
		if o.Mode == UseCache || src.IsLocal() {
			o.Mode = Revalidate // what is cached may be behind, or damaged
		}
	}
	o.Commit, o.locked = pin.Commit, &pin
	e, err := s.Get(ctx, src, o)
	if err != nil {
		return nil, err
	}
	return e, pin.check(ctx, e)
}

// lockedHit is the cached entry when it is as locked; nothing when the network
// may know better.
func (s *Store) lockedHit(ctx context.Context, src Source, pin Locked, o GetOptions) (*Entry, error) {
	if src.Kind == KindDir {
		return nil, nil //nolint:nilnil // it is where it is
	}
	e, err := s.hit(ctx, src, o)
	if err != nil || e == nil {
		if err == nil && o.Mode == Offline && !src.IsLocal() {
			return s.Get(ctx, src, o)
		}
		return nil, src.of(err)
	}
	if err := pin.check(ctx, e); err != nil {
		return nil, err
	}
	return e, nil
}

// check compares an entry with its pin, file by file.
func (l Locked) check(ctx context.Context, e *Entry) error {
	files, err := e.lockedFiles(ctx)
	if err != nil {
		return e.Source.of(err)
	}
	if changes := diffLocked(l.Files, files); len(changes) > 0 {
		return &DriftError{Source: e.Source.String(), Changes: changes}
	}
	switch {
	case l.Digest != "" && e.Digest != "" && l.Digest != e.Digest:
		return &DriftError{Source: e.Source.String(), Archive: fmt.Sprintf("the archive is %s, locked is %s", e.Digest, l.Digest)}
	case l.ContentDigest != e.ContentDigest:
		return &DriftError{Source: e.Source.String(), Archive: fmt.Sprintf("the content is %s, locked is %s", e.ContentDigest, l.ContentDigest)}
	}
	return nil
}

// diffLocked is [diffTrees] for the files of a lock file, which tell a changed
// text from one with other line endings.
func diffLocked(want, got []LockedFile) []Change {
	return diffFiles(want, got, func(f LockedFile) string { return f.Path }, func(old, f LockedFile) What {
		switch {
		case old.SHA256 != f.SHA256 && old.SHA256LF == f.SHA256LF:
			return LineEndings
		case old.SHA256 != f.SHA256:
			return Modified
		case old.Executable != f.Executable && safefs.ExecBits:
			return ModeChanged
		}
		return ""
	})
}

// DriftError lists what differs from the lock file. It matches [ErrDrift].
type DriftError struct {
	Source  string
	Archive string   // how a digest differs when no file does
	Changes []Change // by path
}

// Error names every file.
func (e *DriftError) Error() string {
	var b strings.Builder
	b.WriteString(e.Source + ": " + ErrDrift.Error())
	if e.Archive != "" {
		b.WriteString(": " + e.Archive)
	}
	for _, c := range e.Changes {
		what := string(c.What)
		if c.What == LineEndings {
			what = "only line endings differ"
		}
		b.WriteString("\n  " + c.Path + ": " + what)
	}
	return b.String()
}

// Is matches [ErrDrift].
func (e *DriftError) Is(target error) bool { return target == ErrDrift }

// Hint says what to do.
func (e *DriftError) Hint() string {
	if e.onlyLineEndings() {
		return "line endings were changed, as git does with core.autocrlf: fetch anew, or lock again to accept them"
	}
	return "look at what changed, then accept it with: skillctl lock SOURCE"
}

func (e *DriftError) onlyLineEndings() bool {
	for _, c := range e.Changes {
		if c.What != LineEndings {
			return false
		}
	}
	return len(e.Changes) > 0
}
