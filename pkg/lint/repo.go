package lint

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Repo is the tree around the skills of a root: the enclosing git repository,
// or the root itself.
type Repo struct {
	FS      fs.FS
	Dir     string // absolute directory on disk, "" when FS is not on disk
	Display string // the directory as reports show it, "" for the working directory
}

type repo struct{ Repo }

// around finds a skill's directory in the repository.
func (r *repo) around(s *parse.Skill) (fs.FS, string, bool) {
	switch {
	case r == nil || r.FS == nil:
		return nil, "", false
	case r.Dir == "" && s.Dir == "":
		dir, ok := cutPrefix(path.Dir(s.Path), r.Display)
		return r.FS, dir, ok
	case r.Dir == "" || s.Dir == "":
		return nil, "", false
	}
	rel, err := filepath.Rel(r.Dir, s.Dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return nil, "", false
	}
	return r.FS, filepath.ToSlash(rel), true
}

// file reads a file of the repository.
func (r *repo) file(name string) (*File, bool) {
	if r == nil || r.FS == nil {
		return nil, false
	}
	info, err := fs.Stat(r.FS, name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	display := name
	if r.Display != "" {
		display = r.Display + "/" + name
	}
	res := parse.Resource{Path: name, Bytes: info.Size(), Mode: info.Mode()}
	return newFile(res, display, reader(r.FS, res)), true
}

// diagnosticsOf are the diagnostics of a skill with the given rule id.
func diagnosticsOf(s *parse.Skill, rule string) []parse.Diagnostic {
	var found []parse.Diagnostic
	for _, d := range s.Diagnostics {
		if d.Rule == rule {
			found = append(found, d)
		}
	}
	return found
}
