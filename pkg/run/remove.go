package run

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/skillctl/skillctl/internal/safefs"
)

// close gives up the workspace, and removes it unless it is to stay.
func (w *workspace) close(keep bool) error {
	if w.root != nil {
		_ = w.root.Close()
	}
	var err error
	if !keep {
		err = removeTree(w.plan.Workspace.Root)
	}
	if w.release != nil {
		_ = w.release() // the kernel frees the lock at the end in any case
	}
	return err
}

// removeTree removes a directory that may hold anything: directories without
// permissions, and more levels of them than files can be open. No link is
// followed.
func removeTree(dir string) error {
	if safefs.RemoveAll(dir) == nil {
		return nil
	}
	parent, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return err
	}
	defer func() { _ = parent.Close() }()
	return removeAt(parent, filepath.Base(dir))
}

// removeAt is removeTree for a name in an open directory.
func removeAt(parent *os.Root, name string) error {
	if err := parent.RemoveAll(name); err == nil {
		return nil
	}
	info, err := parent.Lstat(name)
	if err != nil || !info.IsDir() {
		return parent.RemoveAll(name)
	}
	if err := parent.Chmod(name, modePrivate); err != nil {
		return err
	}
	top, err := parent.OpenRoot(name)
	if err != nil {
		return err
	}
	defer func() { _ = top.Close() }()
	if err := (&flattener{top: top}).run(); err != nil {
		return err
	}
	return parent.Remove(name)
}

// flattener empties a tree without going down into it: what directories hold
// is moved to the top, until there is nothing left but files.
type flattener struct {
	top   *os.Root
	moved int
}

// run empties the top directory.
func (f *flattener) run() error {
	return eachName(f.top, func(name string) error {
		err := f.top.Remove(name)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if info, e := f.top.Lstat(name); e != nil || !info.IsDir() {
			return err
		}
		if err := f.lift(name); err != nil {
			return err
		}
		return f.top.Remove(name)
	})
}

// lift moves the directories in one directory of the top to the top, and
// removes everything else in it.
func (f *flattener) lift(name string) error {
	if err := f.top.Chmod(name, modePrivate); err != nil {
		return err
	}
	dir, err := f.top.OpenRoot(name)
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }()
	return eachName(dir, func(inner string) error {
		err := dir.Remove(inner)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		info, e := dir.Lstat(inner)
		if e != nil || !info.IsDir() {
			return err
		}
		// A directory that may not be written to cannot be moved either.
		if err := dir.Chmod(inner, modePrivate); err != nil {
			return err
		}
		return f.move(name, inner)
	})
}

// move gives a directory a free name at the top.
func (f *flattener) move(dir, name string) error {
	for {
		f.moved++
		err := f.top.Rename(filepath.Join(dir, name), strconv.Itoa(f.moved))
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// namesAtOnce bounds the names of a directory that are held in memory.
const namesAtOnce = 1024

// eachName removes by calling remove for each name, until there is none.
func eachName(dir *os.Root, remove func(name string) error) error {
	for {
		list, err := dir.Open(".")
		if err != nil {
			return err
		}
		names, err := list.Readdirnames(namesAtOnce)
		_ = list.Close()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := remove(name); err != nil {
				return err
			}
		}
	}
}
