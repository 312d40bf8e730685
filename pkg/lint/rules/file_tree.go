package rules

import (
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// fileTree answers questions about the names in a skill: which exist, which
// exist in another letter case, which stand elsewhere.
type fileTree struct {
	files  map[string]bool
	dirs   map[string]bool
	folded map[string]string   // folded path of a file or folder -> real path
	bases  map[string][]string // folded base name of a file -> real paths
}

// newFileTree indexes slash-separated paths of files.
func newFileTree(files []string) *fileTree {
	t := &fileTree{
		files: make(map[string]bool, len(files)), dirs: map[string]bool{".": true},
		folded: make(map[string]string, len(files)), bases: make(map[string][]string, len(files)),
	}
	for _, f := range files {
		t.files[f] = true
		t.folded[fold(f)] = f
		base := fold(path.Base(f))
		t.bases[base] = append(t.bases[base], f)
		for d := path.Dir(f); !t.dirs[d]; d = path.Dir(d) {
			t.dirs[d] = true
			t.folded[fold(d)] = d
		}
	}
	return t
}

// has reports whether a file or folder of exactly this name exists.
func (t *fileTree) has(p string) bool { return t.files[p] || t.dirs[p] }

// otherCase is the real name of a path that differs in letter case or Unicode
// form only.
func (t *fileTree) otherCase(p string) (string, bool) {
	real, ok := t.folded[fold(p)]
	return real, ok && real != p
}

// nearest is the path that a missing one probably means: the only file of the
// same base name, or the one whose path ends alike.
func (t *fileTree) nearest(p string) (string, bool) {
	found := t.bases[fold(path.Base(p))]
	if len(found) == 1 {
		return found[0], true
	}
	for _, f := range found {
		if strings.HasSuffix(fold(f), "/"+fold(p)) {
			return f, true
		}
	}
	return "", false
}

// fold is the form under which case-insensitive and normalizing disks see two
// names as one.
func fold(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return strings.ToLower(norm.NFC.String(s))
		}
	}
	return strings.ToLower(s)
}
