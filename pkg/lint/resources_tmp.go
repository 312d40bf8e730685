package lint

import (
	"io/fs"

	"github.com/skillctl/skillctl/pkg/parse"
)

// resourcesOf lists the files of a skill.
func resourcesOf(s *parse.Skill) ([]parse.Resource, []parse.Diagnostic) {
	var all []parse.Resource
	_ = fs.WalkDir(s.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == s.FileName {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		all = append(all, parse.Resource{Path: name, Kind: parse.Other, Bytes: info.Size(), Mode: info.Mode(), Executable: info.Mode()&0o100 != 0})
		return nil
	})
	return all, nil
}
