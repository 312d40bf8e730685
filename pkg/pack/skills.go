package pack

import (
	"io/fs"
	"path"
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/pkg/parse"
)

// findSkills opens what was unpacked: at least one skill must load, and no
// name may lead anywhere when it becomes a folder's name.
func findSkills(fsys fs.FS, files []File) ([]SkillRef, error) {
	var found []SkillRef
	var reason string
	for _, f := range files {
		if !strings.EqualFold(path.Base(f.Path), "SKILL.md") {
			continue
		}
		dir := path.Dir(f.Path)
		s := parse.Load(fsys, f.Path, parse.Options{Path: f.Path, DirName: path.Base(dir), FileName: path.Base(f.Path)})
		if s.Skip != nil {
			if reason == "" {
				reason = ": " + f.Path + ": " + s.Skip.Message
			}
			continue
		}
		name := ""
		if v, ok := s.Frontmatter.Lookup("name"); ok {
			name = strings.TrimSpace(v.Text)
		}
		if name != "" && !safeElement(name) {
			return nil, refuse(f.Path, RuleSkillName, "the skill's name %q is no safe folder name", name)
		}
		found = append(found, SkillRef{Dir: dir, Name: name})
	}
	if len(found) == 0 {
		return nil, refuse("", RuleNoSkill, "no skill in it loads%s", reason)
	}
	return found, nil
}

// safeElement reports whether a name stays one element of a path on every
// system. Whether it is a good name is the linter's business.
func safeElement(name string) bool {
	return len(name) <= 255 && strings.Trim(name, ". ") != "" && !strings.ContainsAny(name, `/\:`) &&
		!strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar })
}
