package parse

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// tree is what a walk reads: a directory on disk, or a file system in memory.
// Names are those of the tree: absolute paths on disk, slash-separated paths
// in a file system.
type tree interface {
	// top is the name of the root directory, and its real name.
	top() (name, real string)
	// child is the name of an entry of a directory.
	child(dir, name string) string
	// readDir lists a directory, sorted by name.
	readDir(name string) ([]fs.DirEntry, error)
	// resolve follows all links of a name and says what they lead to.
	resolve(name string) (real string, info fs.FileInfo, err error)
	// readLink is where a link says that it leads.
	readLink(name string) (string, error)
	// within tells whether a real name lies in the root, or in what links from
	// the root may lead to.
	within(real string, targets []string) bool
	// open is the directory of a skill, which links cannot leave.
	open(name string) (fs.FS, error)
	// openAny is a directory whose files may be links to anywhere; the caller
	// has checked where they lead.
	openAny(name string) (fs.FS, error)
	// onDisk tells whether names are paths on disk.
	onDisk() bool
}

// diskTree is a directory on disk.
type diskTree struct {
	rootName, rootReal string
	repo               string // real directory of the git repository around the root, or ""
}

func newDiskTree(root string) (*diskTree, error) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "scan", Path: root, Err: errNotDirectory}
	}
	return &diskTree{rootName: root, rootReal: real, repo: enclosingRepository(real)}, nil
}

var errNotDirectory = errors.New("not a directory")

// enclosingRepository is the nearest directory at or above dir that has a
// .git, or "".
func enclosingRepository(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

func (t *diskTree) top() (name, real string) { return t.rootName, t.rootReal }

func (t *diskTree) child(dir, name string) string {
	if os.IsPathSeparator(dir[len(dir)-1]) {
		return dir + name
	}
	return dir + string(filepath.Separator) + name
}

func (t *diskTree) readDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }

func (t *diskTree) resolve(name string) (string, fs.FileInfo, error) {
	for hops := 0; ; hops++ {
		real, err := filepath.EvalSymlinks(name)
		if err != nil {
			return "", nil, err
		}
		info, err := os.Lstat(real)
		if err != nil || info.Mode()&fs.ModeIrregular == 0 {
			return real, info, err
		}
		if hops == maxLinkHops {
			return "", nil, &fs.PathError{Op: "resolve", Path: name, Err: errTooManyLinks}
		}
		target, err := os.Readlink(real) // a junction, which EvalSymlinks leaves alone
		if err != nil {
			return real, info, nil //nolint:nilerr // what else is irregular is no link
		}
		name = target
	}
}

// linkTypes are those of links to directories: junctions on Windows are
// irregular files to Go.
const linkTypes = fs.ModeSymlink | fs.ModeIrregular

func (t *diskTree) readLink(name string) (string, error) { return os.Readlink(name) }

func (t *diskTree) within(real string, targets []string) bool {
	if t.repo != "" && isBelow(real, t.repo) {
		return true
	}
	for _, target := range targets {
		if isBelow(real, target) {
			return true
		}
	}
	return false
}

// isBelow tells whether a clean path is dir or lies below it.
func isBelow(name, dir string) bool {
	if !strings.HasPrefix(name, dir) {
		return false
	}
	return len(name) == len(dir) || os.IsPathSeparator(dir[len(dir)-1]) || os.IsPathSeparator(name[len(dir)])
}

func (t *diskTree) open(name string) (fs.FS, error) { return DirFS(name), nil }

func (t *diskTree) openAny(name string) (fs.FS, error) { return os.DirFS(name), nil }

func (t *diskTree) onDisk() bool { return true }

// fsTree is a file system that need not be on disk.
type fsTree struct{ fsys fs.FS }

func newFSTree(fsys fs.FS) *fsTree { return &fsTree{fsys: fsys} }

func (t *fsTree) top() (name, real string) { return ".", "." }

func (t *fsTree) child(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

func (t *fsTree) readDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(t.fsys, name) }

var (
	errTooManyLinks = errors.New("too many links")
	errLinkLeaves   = errors.New("link leaves the file system")
)

// resolve follows links one by one, as not every file system follows them
// itself and none says where they lead.
func (t *fsTree) resolve(name string) (string, fs.FileInfo, error) {
	real, rest := ".", name
	for hops := 0; rest != ""; {
		segment, tail, _ := strings.Cut(rest, "/")
		next := path.Join(real, segment)
		info, err := fs.Lstat(t.fsys, next)
		if err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			real, rest = next, tail
			continue
		}
		if hops++; hops > maxLinkHops {
			return "", nil, &fs.PathError{Op: "resolve", Path: name, Err: errTooManyLinks}
		}
		target, err := fs.ReadLink(t.fsys, next)
		if err != nil {
			return "", nil, err
		}
		joined := path.Join(real, target, tail)
		if path.IsAbs(target) || !fs.ValidPath(joined) {
			return "", nil, &fs.PathError{Op: "resolve", Path: name, Err: errLinkLeaves}
		}
		real, rest = ".", joined
	}
	info, err := fs.Lstat(t.fsys, real)
	return real, info, err
}

func (t *fsTree) readLink(name string) (string, error) { return fs.ReadLink(t.fsys, name) }

// within holds for every name of a file system: resolve already refused the
// links that leave it.
func (t *fsTree) within(string, []string) bool { return true }

func (t *fsTree) open(name string) (fs.FS, error) { return fs.Sub(t.fsys, name) }

func (t *fsTree) openAny(name string) (fs.FS, error) { return t.open(name) }

func (t *fsTree) onDisk() bool { return false }
