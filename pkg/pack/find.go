package pack

import (
	"io/fs"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/parse"
)

// CheckSkills holds a tree that came as single files, from a repository say,
// against the rules of [Extract] about skills: at least one must load, and no
// name may be unsafe as a folder's name. It returns the skills by folder.
func CheckSkills(fsys fs.FS, files []File) ([]SkillRef, error) {
	var s skillFinder
	for _, f := range files {
		text := s.reader(f)
		if text == nil {
			continue
		}
		data, err := safefs.ReadFile(fsys, f.Path, max(parse.MaxFileBytes, f.Bytes))
		if err != nil {
			return nil, err
		}
		_, _ = text.Write(data) // into memory
		if err := s.found(f, text); err != nil {
			return nil, err
		}
	}
	return s.all()
}
