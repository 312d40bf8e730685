package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/cache"
	"github.com/skillctl/skillctl/pkg/pack"
)

// told is an error with the text that users read.
type told struct {
	error
	text string
}

func (t *told) Error() string { return t.text }
func (t *told) Unwrap() error { return t.error }

// pathFirst puts the path first in an error of the system: what it says of the
// call that failed ("lstat /x: no such file or directory") helps no one. A path
// that stands there twice is told once.
func pathFirst(err error) error {
	text := err.Error()
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		text = strings.Replace(text, p.Error(), p.Path+": "+p.Err.Error(), 1)
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		text = strings.Replace(text, l.Error(), l.New+": "+l.Err.Error(), 1)
	}
	if outer, rest, ok := strings.Cut(text, ": "); ok {
		inner, cause, ok := strings.Cut(rest, ": ")
		if ok && (inner == outer || inner == "." || filepath.Base(outer) == inner) {
			text = outer + ": " + cause
		}
	}
	if text == err.Error() {
		return err
	}
	return &told{err, text}
}

// shown is a message with the paths below the working directory relative to
// it.
func (a *app) shown(message string) string {
	prefix := a.wd + string(filepath.Separator)
	if len(a.wd) <= 1 {
		return message
	}
	if rest, ok := strings.CutPrefix(message, prefix); ok {
		message = rest
	}
	return strings.ReplaceAll(message, " "+prefix, " ")
}

// usualHint says what to do about an error that says nothing itself.
func usualHint(err error) string {
	for _, known := range []struct {
		errs []error
		hint string
	}{
		{[]error{fs.ErrNotExist, syscall.ENOTDIR}, "check the path"},
		{[]error{fs.ErrPermission, syscall.EROFS}, "check who may read and write it, and the directories above it"},
		{safefs.FullErrors(), "make room on the disk"},
		{[]error{safefs.ErrNotRegular, syscall.EISDIR}, "name a regular file"},
		{[]error{safefs.ErrTooLarge}, "name a smaller file"},
		{[]error{pack.ErrKey}, "name an SSH private key without a passphrase, or the .pub file of one that ssh-agent holds"},
		{[]error{pack.ErrIndex}, "name another file, or remove it to begin anew"},
		{[]error{cache.ErrSource}, "see the kinds of sources with: skillctl fetch --help"},
	} {
		for _, e := range known.errs {
			if errors.Is(err, e) {
				return known.hint
			}
		}
	}
	return ""
}

// plainCause leaves out the path that the message names already.
func plainCause(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err
	}
	return err
}
