package run

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Save says where collected files are copied to; Dir "" means nowhere. A file
// called out/a/b is saved as a/b, any other under its whole name.
type Save struct {
	Dir       string // absolute
	Shown     string // how the result names Dir
	Overwrite bool   // replace files that are there
}

// saver copies collected files out. After an error it does nothing more.
type saver struct {
	o     Save
	root  *os.Root
	saved []ArtifactFile
	taken map[string]bool
	err   error
}

func newSaver(o Save) (*saver, error) {
	s := &saver{o: o, taken: map[string]bool{}}
	if o.Dir == "" {
		return s, nil
	}
	if err := os.MkdirAll(o.Dir, modeDir); err != nil {
		return nil, inputError("--save "+o.Shown, err)
	}
	root, err := os.OpenRoot(o.Dir)
	if err != nil {
		return nil, inputError("--save "+o.Shown, err)
	}
	s.root = root
	return s, nil
}

func (s *saver) close() {
	if s.root != nil {
		_ = s.root.Close()
	}
}

// save copies an open file, from its beginning.
func (s *saver) save(found candidate, in *os.File) {
	if s.root == nil || s.err != nil {
		return
	}
	rel := strings.TrimPrefix(found.name, nameOut+"/")
	target := path.Join(filepath.ToSlash(s.o.Shown), rel)
	if s.taken[rel] {
		s.err = refusedError("save them in two runs", target+": two output files have this name")
		return
	}
	s.taken[rel] = true
	if err := s.copy(rel, in, found.info.Mode()); err != nil {
		if errors.Is(err, fs.ErrExist) {
			s.err = refusedError("use --force to overwrite", target+": exists already")
			return
		}
		s.err = inputError(target, err)
		return
	}
	s.saved = append(s.saved, ArtifactFile{Name: found.name, Path: target})
}

// copy writes to a temporary name and renames: nothing half-written is seen.
func (s *saver) copy(rel string, in *os.File, mode fs.FileMode) error {
	if _, err := s.root.Lstat(filepath.FromSlash(rel)); err == nil && !s.o.Overwrite {
		return fs.ErrExist
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	dir := path.Dir(rel)
	if err := s.root.MkdirAll(filepath.FromSlash(dir), modeDir); err != nil {
		return err
	}
	var random [6]byte
	_, _ = rand.Read(random[:]) // never fails
	temporary := path.Join(dir, fmt.Sprintf(".skillctl-%s.tmp", hex.EncodeToString(random[:])))
	out, err := s.root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644|mode.Perm()&0o111)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err2 := out.Sync(); err == nil {
		err = err2
	}
	if err2 := out.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = s.root.Rename(temporary, filepath.FromSlash(rel))
	}
	if err != nil {
		_ = s.root.Remove(temporary)
	}
	return err
}
