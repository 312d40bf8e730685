package lint

import (
	"io/fs"

	"github.com/skillctl/skillctl/pkg/parse"
)

// repo is the tree around the skills of a run.
type repo struct {
	fsys fs.FS
	dir  string // absolute, "" when not on disk
}

// around finds a skill's directory in the repository.
func (r *repo) around(s *parse.Skill) (fs.FS, string, bool) { return nil, "", false }

// file reads a file of the repository.
func (r *repo) file(name string) (*File, bool) { return nil, false }

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
