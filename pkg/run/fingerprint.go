package run

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// fingerprint is the digest of a tree's names, modes, links and contents. A
// tree digest alone would not see a script that became executable.
func fingerprint(entries []Entry, sums []digest.Entry, perm func(fs.FileMode) fs.FileMode) digest.Digest {
	content := make(map[string]digest.Digest, len(sums))
	for _, s := range sums {
		content[s.Path] = s.Digest
	}
	var b strings.Builder
	for _, e := range entries {
		switch {
		case e.Mode.IsDir():
			fmt.Fprintf(&b, "d %q\n", e.Path)
		case e.Link != "":
			fmt.Fprintf(&b, "l %q %q\n", e.Path, e.Link)
		default:
			fmt.Fprintf(&b, "f %q %o %s\n", e.Path, permOf(e.Mode, perm), content[e.Path])
		}
	}
	return digest.Bytes([]byte(b.String()))
}

// permOf leaves out permissions where disks do not keep them.
func permOf(m fs.FileMode, perm func(fs.FileMode) fs.FileMode) fs.FileMode {
	if !safefs.ExecBits {
		return 0
	}
	return perm(m)
}

// sumFiles reads the files of a tree and returns their digests.
func sumFiles(fsys fs.FS, entries []Entry) ([]digest.Entry, error) {
	sums := make([]digest.Entry, 0, len(entries))
	buf := make([]byte, copyBytes)
	for _, e := range entries {
		if !e.Mode.IsRegular() {
			continue
		}
		f, err := fsys.Open(e.Path)
		if err != nil {
			return nil, err
		}
		sum := digest.NewHash()
		_, err = io.CopyBuffer(sum, onlyReader{f}, buf)
		_ = f.Close()
		if err != nil {
			return nil, err
		}
		sums = append(sums, digest.Entry{Path: e.Path, Digest: sum.Digest()})
	}
	return sums, nil
}

// onlyReader keeps io.CopyBuffer to its buffer.
type onlyReader struct{ io.Reader }

// stagedFingerprint looks at a staged skill as it is now; "" means that it
// cannot be a copy of any skill any more.
func stagedFingerprint(ws *os.Root, skill string, links []int) digest.Digest {
	root, err := ws.OpenRoot(skill)
	if err != nil {
		return ""
	}
	defer func() { _ = root.Close() }()
	for _, i := range links {
		want := linkNames[i].target
		target, err := root.Readlink(linkNames[i].name)
		if err != nil || filepath.ToSlash(target) != want && target != filepath.Join(root.Name(), filepath.FromSlash(want)) {
			return ""
		}
	}
	all, err := scanTree(withoutLinks{root.FS(), links}, "", skill)
	if err != nil {
		return ""
	}
	sums, err := sumFiles(root.FS(), all)
	if err != nil {
		return ""
	}
	return fingerprint(all, sums, func(m fs.FileMode) fs.FileMode { return m.Perm() })
}

// withoutLinks hides the links that staging made at the top of a skill, as
// long as they are links.
type withoutLinks struct {
	fs.FS
	links []int
}

// ReadDir lists a directory.
func (w withoutLinks) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(w.FS, name)
	if name != "." {
		return list, err
	}
	kept := list[:0]
	for _, d := range list {
		if d.Type()&(fs.ModeSymlink|fs.ModeIrregular) == 0 || !w.made(d.Name()) { // a junction is irregular
			kept = append(kept, d)
		}
	}
	return kept, err
}

// ReadLink, Lstat and Stat pass through, for scanTree.
func (w withoutLinks) ReadLink(name string) (string, error)   { return fs.ReadLink(w.FS, name) }
func (w withoutLinks) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(w.FS, name) }
func (w withoutLinks) Stat(name string) (fs.FileInfo, error)  { return fs.Stat(w.FS, name) }

func (w withoutLinks) made(name string) bool {
	for _, i := range w.links {
		if linkNames[i].name == name {
			return true
		}
	}
	return false
}
