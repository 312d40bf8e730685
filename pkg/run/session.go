package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// Session is a workspace that several runs share. It is known by its exact
// id; the name of the workspace shows an approximation of it only.
type Session struct {
	ID        string                  `json:"id"`
	Workspace string                  `json:"workspace"`
	Created   time.Time               `json:"created_at"`
	LastUsed  time.Time               `json:"last_used"`
	Runs      int                     `json:"runs"`
	Skills    map[string]SessionSkill `json:"skills,omitempty"` // by directory below skills/
}

// SessionSkill is a skill staged in a session.
type SessionSkill struct {
	Name     string        `json:"name"`
	Digest   digest.Digest `json:"digest"` // names, modes, links and contents as staged
	Writable bool          `json:"writable,omitempty"`
}

// Store keeps sessions in a directory of the user's: for each a record, and a
// lock file that stays. It is safe for concurrent use, also by processes.
type Store struct{ dir string }

// NewStore is the store in that directory, which is made when it is needed.
func NewStore(dir string) *Store { return &Store{dir: dir} }

// maxSessionID bounds ids, in bytes.
const maxSessionID = 256

// CheckID refuses ids that are empty, too long or hold control characters.
func CheckID(id string) error {
	if id == "" || len(id) > maxSessionID || strings.ContainsFunc(id, unicode.IsControl) || strings.TrimSpace(id) != id {
		return usageError("use 1 to 256 bytes without control characters", fmt.Sprintf("session id %q: cannot be used", id))
	}
	return nil
}

func (s *Store) path(id, ext string) string {
	sum := sha256.Sum256([]byte(id))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:])+ext)
}

const (
	extRecord = ".json"
	extLock   = ".lock"
)

// Open waits for the session to be free and returns it, locked until release
// is called. A session that is not known, or whose workspace is gone, is new:
// its workspace is named below workspaceRoot but not yet made. It is recorded
// at once, so that a run that is killed leaves no workspace that nobody knows;
// release forgets one whose workspace was not made.
func (s *Store) Open(ctx context.Context, id, workspaceRoot string, now time.Time) (known *Session, release func() error, err error) {
	if err := CheckID(id); err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(s.dir, modePrivate); err != nil {
		return nil, nil, inputError("session "+id, err)
	}
	unlock, err := safefs.Lock(ctx, s.path(id, extLock))
	if err != nil {
		return nil, nil, inputError("session "+id, err)
	}
	known = s.Peek(id, workspaceRoot, now)
	if known.Runs == 0 {
		if err := s.Save(known); err != nil {
			return nil, nil, errors.Join(err, unlock())
		}
	}
	return known, func() error {
		if _, err := os.Lstat(known.Workspace); errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(s.path(id, extRecord)) // prune would do it
		}
		return unlock()
	}, nil
}

// Peek is the session as it is now, without waiting and without a lock: for
// plans that are only shown.
func (s *Store) Peek(id, workspaceRoot string, now time.Time) *Session {
	if known, err := s.read(s.path(id, extRecord)); err == nil && known.ID == id {
		if info, err := os.Lstat(known.Workspace); err == nil && info.IsDir() {
			return known
		}
	}
	return &Session{ID: id, Workspace: filepath.Join(workspaceRoot, workspaceName(id)), Created: now, LastUsed: now}
}

func (s *Store) read(path string) (*Session, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var known Session
	if err := json.Unmarshal(data, &known); err != nil {
		return nil, err
	}
	if known.ID == "" || !filepath.IsAbs(known.Workspace) || !strings.HasPrefix(filepath.Base(known.Workspace), "ws_") {
		return nil, errors.New("not a session record")
	}
	return &known, nil
}

// Save writes the session's record. The caller holds the session.
func (s *Store) Save(known *Session) error {
	err := safefs.WriteFile(s.path(known.ID, extRecord), 0o600, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(known)
	})
	if err != nil {
		return inputError("session "+known.ID, err)
	}
	return nil
}

// List returns all sessions, by id. Records that cannot be read are left out
// and named in the errors.
func (s *Store) List() ([]*Session, []error) {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, []error{inputError("sessions", err)}
	}
	var list []*Session
	var bad []error
	for _, f := range files {
		if filepath.Ext(f.Name()) != extRecord {
			continue
		}
		known, err := s.read(filepath.Join(s.dir, f.Name()))
		if err != nil {
			bad = append(bad, inputError(filepath.Join(s.dir, f.Name()), err))
			continue
		}
		list = append(list, known)
	}
	slices.SortFunc(list, func(a, b *Session) int { return strings.Compare(a.ID, b.ID) })
	return list, bad
}

// End waits for the session to be free and removes it with its workspace. An
// unknown id gives an error that matches [ErrNoSession].
func (s *Store) End(ctx context.Context, id string) (*Session, error) {
	if _, err := os.Stat(s.path(id, extRecord)); err != nil {
		return nil, s.unknown(id)
	}
	release, err := safefs.Lock(ctx, s.path(id, extLock))
	if err != nil {
		return nil, inputError("session "+id, err)
	}
	defer func() { _ = release() }()
	return s.remove(id)
}

func (s *Store) unknown(id string) error {
	tip := "see skillctl session list"
	return &Error{Kind: Missing, Text: fmt.Sprintf("session %q", id), Tip: tip, Err: ErrNoSession}
}

// remove removes a session that the caller holds.
func (s *Store) remove(id string) (*Session, error) {
	known, err := s.read(s.path(id, extRecord))
	if err != nil || known.ID != id {
		return nil, s.unknown(id)
	}
	if info, err := os.Lstat(known.Workspace); err == nil && info.IsDir() && ownedBy(info, os.Geteuid()) {
		if err := removeTree(known.Workspace); err != nil {
			return nil, inputError(known.Workspace, err)
		}
	}
	if err := os.Remove(s.path(id, extRecord)); err != nil {
		return nil, inputError("session "+id, err)
	}
	return known, nil
}

// Prune removes the sessions that were last used before the time given, and
// those whose workspace is gone. Sessions in use stay.
func (s *Store) Prune(before time.Time) (removed []*Session, errs []error) {
	list, errs := s.List()
	for _, known := range list {
		_, err := os.Lstat(known.Workspace)
		if err == nil && !known.LastUsed.Before(before) {
			continue
		}
		release, ok, err := safefs.TryLock(s.path(known.ID, extLock))
		if err != nil || !ok {
			continue
		}
		gone, err := s.remove(known.ID)
		_ = release()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		removed = append(removed, gone)
	}
	return removed, errs
}
