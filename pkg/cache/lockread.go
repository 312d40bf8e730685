package cache

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/safefs"
)

// repairHint is what to do about a lock file that cannot be used: lock itself
// reads it to keep the other sources.
const repairHint = "repair it, or remove it and make it anew with: skillctl lock SOURCE…"

var hexSHA256 = newPattern(`^[0-9a-f]{64}$`)

// ReadLockFile reads the lock file at path. One that is not as [LockFile.Write]
// writes it gives an error that matches [ErrInvalidEntry] and begins with the
// path, line and column (code points) of the fault; one that is missing,
// fs.ErrNotExist; one of more than 64 MiB, safefs.ErrTooLarge.
func ReadLockFile(path string) (*LockFile, error) {
	data, err := safefs.ReadFile(os.DirFS(filepath.Dir(path)), filepath.Base(path), maxLockBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{Source: path, Err: fs.ErrNotExist, hint: "make it with: skillctl lock SOURCE…"}
	}
	if err != nil {
		return nil, &Error{Source: path, Err: withoutName(err, filepath.Base(path)), hint: "name the lock file with --lock-file FILE, or with -o FILE when locking"}
	}
	l, bad := parseLockFile(data)
	if bad != nil {
		line, column := positionAt(data, bad.offset)
		return nil, &Error{Source: fmt.Sprintf("%s:%d:%d", path, line, column), Kind: ErrInvalidEntry, Err: bad, hint: repairHint}
	}
	for i, p := range l.Sources {
		l.Sources[i].Source = fromLockDir(p.Source, filepath.Dir(path))
	}
	return l, nil
}

// withoutName takes the name of the file out of an error that begins with it.
func withoutName(err error, name string) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	for _, known := range []error{safefs.ErrNotRegular, safefs.ErrTooLarge} {
		if errors.Is(err, known) && strings.HasPrefix(err.Error(), name+": ") {
			return known
		}
	}
	return err
}

// lockFault is what is wrong with a lock file, and where.
type lockFault struct {
	offset int64 // bytes
	text   string
}

func (f *lockFault) Error() string { return "no valid lock file: " + f.text }

// parseLockFile reads and checks a lock file.
func parseLockFile(data []byte) (*LockFile, *lockFault) {
	var raw struct {
		Version int               `json:"version"`
		Sources []json.RawMessage `json:"sources"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, jsonFault(err, 0)
	}
	switch {
	case raw.Version != lockVersion:
		return nil, &lockFault{offsetOf(data, "version"), fmt.Sprintf("its version is %d, this program reads %d", raw.Version, lockVersion)}
	case raw.Sources == nil:
		return nil, &lockFault{0, `it has no "sources"`}
	}
	l := &LockFile{Version: raw.Version, Sources: make([]Locked, len(raw.Sources))}
	known := map[string]bool{}
	for i, source := range raw.Sources {
		pin := &l.Sources[i]
		if err := json.Unmarshal(source, pin); err != nil {
			return nil, jsonFault(err, offsetOf(data, "sources", i))
		}
		file, text := pin.fault()
		if text == "" && known[pin.Source] {
			file, text = -1, "it is locked twice"
		}
		if text != "" {
			at := []any{"sources", i}
			if file >= 0 {
				at = append(at, "files", file)
			}
			return nil, &lockFault{offsetOf(data, at...), escape.Line(pin.Source) + ": " + text}
		}
		known[pin.Source] = true
	}
	return l, nil
}

func jsonFault(err error, start int64) *lockFault {
	text := strings.TrimPrefix(err.Error(), "json: ")
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &lockFault{start + max(e.Offset-1, 0), text}
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return &lockFault{start + e.Offset, fmt.Sprintf("%s has the wrong type: %s", e.Field, e.Value)}
	}
	return &lockFault{start, text}
}

// fault says what is wrong with a pin, and with which of its files; -1 means
// the pin itself. A pin without a fault can be compared with an entry.
func (l Locked) fault() (file int, text string) {
	switch {
	case l.Source == "":
		return -1, `it has no "source"`
	case l.Commit != "" && !fullCommit.MatchString(l.Commit):
		return -1, fmt.Sprintf("%q is no commit id", l.Commit)
	case l.Digest.IsTree():
		return -1, `the "digest" of an archive begins with sha256:`
	case !l.ContentDigest.IsTree():
		return -1, `the "content_digest" begins with h1:`
	case l.Files == nil:
		return -1, `it has no "files"`
	}
	known := make(map[string]bool, len(l.Files))
	for i, f := range l.Files {
		if text := f.fault(); text != "" {
			return i, text
		}
		if known[f.Path] {
			return i, fmt.Sprintf("%q is listed twice", f.Path)
		}
		known[f.Path] = true
	}
	return -1, ""
}

func (f LockedFile) fault() string {
	switch {
	case !fs.ValidPath(f.Path) || f.Path == ".":
		return fmt.Sprintf("%q is no path of a file below the source", f.Path)
	case f.Bytes < 0:
		return fmt.Sprintf("%q has %d bytes", f.Path, f.Bytes)
	case !hexSHA256.MatchString(f.SHA256):
		return fmt.Sprintf("the sha256 of %q is not 64 lower-case hexadecimal digits", f.Path)
	case !hexSHA256.MatchString(f.SHA256LF):
		return fmt.Sprintf("the sha256_lf of %q is not 64 lower-case hexadecimal digits", f.Path)
	}
	return ""
}

// offsetOf finds a value in a JSON text: each step is a key or an index. It
// stops at the value that it could follow to.
func offsetOf(data []byte, path ...any) int64 {
	dec := json.NewDecoder(bytes.NewReader(data))
	for _, step := range path {
		if _, err := dec.Token(); err != nil { // the opening bracket
			break
		}
		key, ok := step.(string)
		index, _ := step.(int)
		for n := 0; dec.More(); n++ {
			if ok {
				name, err := dec.Token()
				if text, _ := name.(string); err != nil || strings.EqualFold(text, key) {
					break
				}
			} else if n == index {
				break
			}
			var skip json.RawMessage
			if dec.Decode(&skip) != nil {
				break
			}
		}
	}
	at := dec.InputOffset()
	for int(at) < len(data) && strings.IndexByte(" \t\r\n,:", data[at]) >= 0 {
		at++
	}
	return at
}

// positionAt is the line and the column, in code points, of an offset.
func positionAt(data []byte, offset int64) (line, column int) {
	before := data[:min(max(int(offset), 0), len(data))]
	line = bytes.Count(before, []byte{'\n'}) + 1
	return line, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}
