package run

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// Entry is one file, directory or link of a tree to copy.
type Entry struct {
	Path  string      `json:"path"` // slash-separated, relative to the tree
	Mode  fs.FileMode `json:"-"`    // type and permission bits of the original
	Perm  string      `json:"mode"` // the same in ls style
	Bytes int64       `json:"bytes,omitempty"`
	Link  string      `json:"link,omitempty"` // target of a link, relative
}

// leftOut are names that no copy holds: version control, and the cache's
// marker of a complete entry.
var leftOut = map[string]bool{".git": true, ".hg": true, ".svn": true, ".jj": true, ".ready": true}

// treeScan lists what a copy of a tree would hold, before a byte is copied.
type treeScan struct {
	fsys    fs.FS
	dir     string // where the tree stands on disk, for absolute links; or ""
	label   string // how errors name the tree
	entries []Entry
	bytes   int64
	files   int
}

// scanTree lists the tree: directories before what they hold, sorted. It
// refuses links that lead out of the tree, special files and trees over the
// limits.
func scanTree(fsys fs.FS, dir, label string) ([]Entry, error) {
	s := &treeScan{fsys: fsys, dir: dir, label: label}
	if err := s.walk(".", 0); err != nil {
		return nil, err
	}
	return s.entries, nil
}

func (s *treeScan) walk(name string, depth int) error {
	if depth > MaxStagedDepth {
		return refusedError("", fmt.Sprintf("%s: more than %d directory levels", s.at(name), MaxStagedDepth))
	}
	list, err := fs.ReadDir(s.fsys, name)
	if err != nil {
		return inputError(s.at(name), err)
	}
	for _, d := range list {
		if leftOut[d.Name()] {
			continue
		}
		if err := s.add(path.Join(name, d.Name()), d, depth); err != nil {
			return err
		}
	}
	return nil
}

func (s *treeScan) add(name string, d fs.DirEntry, depth int) error {
	info, err := d.Info()
	if err != nil {
		return inputError(s.at(name), err)
	}
	e := Entry{Path: name, Mode: info.Mode(), Perm: lsMode(info.Mode())}
	s.files++
	if s.files > MaxStagedFiles {
		return refusedError("leave out what the skill does not need to run", fmt.Sprintf("%s: more than %d files", s.label, MaxStagedFiles))
	}
	switch {
	case info.IsDir():
		s.entries = append(s.entries, e)
		return s.walk(name, depth+1)
	case info.Mode().IsRegular():
		e.Bytes = info.Size()
		if s.bytes += e.Bytes; s.bytes > MaxStagedBytes {
			return refusedError("", fmt.Sprintf("%s: more than %d bytes", s.at(name), MaxStagedBytes))
		}
	case info.Mode()&fs.ModeSymlink != 0:
		if e.Link, err = s.link(name); err != nil {
			return err
		}
	default:
		return refusedError("remove it: only files, directories and links inside the skill are staged",
			fmt.Sprintf("%s: is a special file (%s)", s.at(name), info.Mode().Type()))
	}
	s.entries = append(s.entries, e)
	return nil
}

// lsMode is the mode of a file, a directory or a link as ls shows it.
func lsMode(m fs.FileMode) string {
	kind := "-"
	switch {
	case m.IsDir():
		kind = "d"
	case m&fs.ModeSymlink != 0:
		kind = "l"
	}
	return kind + m.Perm().String()[1:]
}

// link checks where a link leads and returns the target to write.
func (s *treeScan) link(name string) (string, error) {
	target, err := fs.ReadLink(s.fsys, name)
	if err != nil {
		return "", inputError(s.at(name), err)
	}
	out := refusedError("replace the link by a copy of what it points to",
		fmt.Sprintf("%s: link leads out of the tree: %s", s.at(name), target))
	rel, check := filepath.ToSlash(target), name
	if path.IsAbs(rel) || filepath.IsAbs(target) {
		if isVenvLink(name, rel) {
			return target, nil
		}
		if s.dir == "" {
			return "", out
		}
		inside, err := filepath.Rel(s.dir, target)
		if err != nil || !filepath.IsLocal(inside) {
			return "", out
		}
		// The file system refuses absolute links, so the target is looked at.
		check = filepath.ToSlash(inside)
		if rel, err = relative(path.Dir(name), check); err != nil {
			return "", out
		}
	}
	if !filepath.IsLocal(filepath.FromSlash(path.Join(path.Dir(name), rel))) {
		return "", out
	}
	// The words may lie: a link on the way can lead elsewhere. The file system
	// knows; a link to nothing is copied as it is.
	if _, err := fs.Stat(s.fsys, check); err != nil && !errors.Is(err, fs.ErrNotExist) && !isLoop(err) {
		return "", out
	}
	return rel, nil
}

// isLoop reports links that run in circles, which lead nowhere.
func isLoop(err error) bool {
	return strings.Contains(err.Error(), "too many levels of symbolic links")
}

// isVenvLink allows what every virtual environment has: links from its bin
// and lib64 to the system's interpreter. They are copied as links, so nothing
// outside is read.
func isVenvLink(name, target string) bool {
	if !strings.HasPrefix(name, ".venv/") {
		return false
	}
	for _, dir := range []string{"/usr/", "/bin/", "/opt/homebrew/", "/Library/Frameworks/"} {
		if strings.HasPrefix(target, dir) && path.Clean(target) == target {
			return true
		}
	}
	return false
}

// relative is the path from one directory of a tree to a file of it.
func relative(from, to string) (string, error) {
	rel, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(to))
	return filepath.ToSlash(rel), err
}

func (s *treeScan) at(name string) string { return path.Join(s.label, name) }

// has reports whether the tree holds the entry; entries are few enough to look.
func has(entries []Entry, name string) bool {
	for i := range entries {
		if entries[i].Path == name {
			return true
		}
	}
	return false
}
