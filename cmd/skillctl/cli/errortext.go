package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/skillctl/skillctl/internal/safefs"
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

// systemHint says what to do about an error of the system that says nothing
// itself.
func systemHint(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return "check the path"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return "check who may read and write it, and the directories above it"
	case errors.Is(err, syscall.ENOSPC):
		return "make room on the disk"
	case errors.Is(err, safefs.ErrNotRegular), errors.Is(err, syscall.EISDIR):
		return "name a regular file"
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
