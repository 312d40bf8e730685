package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Errors to match with errors.Is. What pkg/pack and parse refuse, and what the
// file system reports, keeps its own identity.
var (
	// ErrSource says that a text names no source.
	ErrSource = errors.New("not a source")
	// ErrNetwork says that a server could not be reached or did not answer as
	// it should.
	ErrNetwork = errors.New("network failure")
	// ErrOffline says that something is not cached and the network is not to
	// be used.
	ErrOffline = errors.New("not cached")
	// ErrRefused says that what was fetched is not let in, or that fetching it
	// would break a rule: a limit, a downgrade, an unsafe name.
	ErrRefused = errors.New("refused")
	// ErrMismatch says that a digest is not the expected one.
	ErrMismatch = errors.New("mismatch")
	// ErrDrift says that a source is not what the lock file says.
	ErrDrift = errors.New("differs from the lock file")
	// ErrLocalChanges says that a directory to install to was changed by hand.
	ErrLocalChanges = errors.New("has local changes")
	// ErrInvalidEntry says that a cache entry is damaged.
	ErrInvalidEntry = errors.New("cache entry is damaged")
)

// Error is what went wrong with one source, and what to do about it.
type Error struct {
	Source string // redacted, "" when the text already names it
	Kind   error  // one of the errors above, or nil
	Err    error  // what happened
	hint   string
}

// Error begins with the source.
func (e *Error) Error() string {
	if e.Source == "" {
		return e.Err.Error()
	}
	return e.Source + ": " + e.Err.Error()
}

// Unwrap gives the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Kind == nil {
		return []error{e.Err}
	}
	return []error{e.Kind, e.Err}
}

// Hint says what to do. Without one of its own it is the cause's, else that of
// its kind, "" without a kind.
func (e *Error) Hint() string {
	if e.hint != "" {
		return e.hint
	}
	if h, ok := errors.AsType[interface {
		error
		Hint() string
	}](e.Err); ok && h.Hint() != "" {
		return h.Hint()
	}
	switch {
	case errors.Is(e.Kind, ErrSource):
		return "see how a source is written: skillctl fetch --help"
	case errors.Is(e.Kind, ErrNetwork):
		return "try again later; if it stays so, tell who runs the server"
	case errors.Is(e.Kind, ErrRefused), errors.Is(e.Kind, ErrMismatch):
		return "do not use it, and tell who publishes it"
	}
	return ""
}

// failed makes an error of a kind with a hint.
func failed(kind error, hint, format string, args ...any) *Error {
	return &Error{Kind: kind, hint: hint, Err: fmt.Errorf(format, args...)}
}

// of puts the source in front of an error that does not name it.
func (s Source) of(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok && path.Error() == err.Error() && path.Path == s.Path {
		return &Error{Source: s.String(), Err: path.Err, hint: "check the path"}
	}
	if name := s.String(); err == nil || len(name) > 1 && strings.Contains(err.Error(), name) { // "/" is in every path
		return err
	}
	return &Error{Source: s.String(), Err: err}
}
