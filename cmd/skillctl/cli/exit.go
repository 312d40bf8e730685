package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/cache"
	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

// exitStatus is what the process exits with.
type exitStatus int

// The exit statuses; run adds its command's own.
const (
	exitOK          exitStatus = 0
	exitFindings    exitStatus = 1
	exitUsage       exitStatus = 2
	exitInput       exitStatus = 3
	exitNotFound    exitStatus = 4
	exitRefused     exitStatus = 5
	exitTimeout     exitStatus = 124
	exitNotStarted  exitStatus = 125
	exitNotExec     exitStatus = 126
	exitNoCommand   exitStatus = 127
	exitInterrupted exitStatus = 130
)

// Error makes a status an error that says nothing: the command has already
// printed why, as findings or line by line.
func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// worse is the status to return after both were met: the higher one of 0 to 5.
func worse(a, b exitStatus) exitStatus { return max(a, b) }

// code is the code of a JSON error object.
type code string

// The codes of the JSON error object.
const (
	codeUsage       code = "usage"
	codeNotFound    code = "not-found"
	codeUnreadable  code = "unreadable"
	codeNetwork     code = "network"
	codeOffline     code = "offline"
	codeRefused     code = "refused"
	codeMismatch    code = "mismatch"
	codeInterrupted code = "interrupted"
	codeInternal    code = "internal"
)

// status is the exit status that belongs to a code.
func (c code) status() exitStatus {
	switch c {
	case codeUsage:
		return exitUsage
	case codeNotFound:
		return exitNotFound
	case codeRefused, codeMismatch:
		return exitRefused
	case codeInterrupted:
		return exitInterrupted
	default:
		return exitInput
	}
}

// failure is an error on its way to the user: what kind it is and what to do
// about it.
type failure struct {
	code code
	hint string
	err  error
	exit exitStatus // when it is not the code's own
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// Hint says what to do, or "": its own, else that of the error it wraps.
func (f *failure) Hint() string {
	if h, ok := errors.AsType[hinter](f.err); ok && f.hint == "" {
		return h.Hint()
	}
	return f.hint
}

func (f *failure) status() exitStatus {
	if f.exit != exitOK {
		return f.exit
	}
	return f.code.status()
}

// fail makes an error with its code and hint.
func fail(c code, hint, format string, args ...any) error {
	return &failure{code: c, hint: hint, err: fmt.Errorf(format, args...)}
}

// usage makes the error of a wrong flag or argument.
func usage(hint, format string, args ...any) error {
	return fail(codeUsage, hint, format, args...)
}

// hinter is implemented by errors of the packages below that know what to do.
type hinter interface {
	error
	Hint() string
}

// classify finds the exit status of an error and the failure to report, nil
// when there is nothing left to say. It is the one place that knows the
// errors of all packages.
func classify(err error) (exitStatus, *failure) {
	if status, ok := errors.AsType[exitStatus](err); ok {
		return status, nil
	}
	f := &failure{code: codeOf(err), err: pathFirst(err)}
	if own, ok := errors.AsType[*failure](err); ok {
		f.code, f.exit, f.hint = own.code, own.exit, own.Hint()
	}
	if h, ok := errors.AsType[hinter](err); ok && f.hint == "" {
		f.hint = h.Hint()
	}
	if f.hint == "" {
		f.hint = usualHint(err)
	}
	if errors.Is(err, cache.ErrDrift) {
		f.exit = exitFindings
	}
	return f.status(), f
}

// codeOf is the code of an error that is no [failure].
func codeOf(err error) code {
	if c := codeOfCache(err); c != "" && !errors.Is(err, context.Canceled) {
		return c
	}
	switch {
	case errors.Is(err, context.Canceled):
		return codeInterrupted
	case is[*parse.NotFoundError](err), is[*parse.AmbiguousError](err):
		return codeNotFound
	case errors.Is(err, parse.ErrSkipped), errors.Is(err, safefs.ErrTooLarge), errors.Is(err, safefs.ErrNotRegular):
		return codeUnreadable
	case errors.Is(err, pack.ErrMismatch):
		return codeMismatch
	case errors.Is(err, pack.ErrRefused):
		return codeRefused
	case errors.Is(err, pack.ErrFormat), errors.Is(err, pack.ErrIndex), errors.Is(err, pack.ErrKey):
		return codeUnreadable
	case isSystemError(err):
		return codeUnreadable
	}
	return codeInternal
}

// isSystemError reports whether the system refused something.
func isSystemError(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) ||
		is[*fs.PathError](err) || is[*os.LinkError](err) || is[syscall.Errno](err)
}

// is reports whether an error of a type is in the chain.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
