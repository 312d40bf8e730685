package pack

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/parse"
)

// SkillRef is a skill found in an archive.
type SkillRef struct {
	Path string // its SKILL.md in the archive, slash-separated
	Dir  string // the folder of it; "." for the root
	Name string // the frontmatter's name, "" when it has none
}

// skillFinder opens each SKILL.md as it passes: in an archive of skills at
// least one must load, and no name may lead anywhere when it becomes a
// folder's name.
type skillFinder struct {
	skills []SkillRef
	reason string // why the first one that does not load does not
}

// capped keeps the first bytes written to it, one more than a SKILL.md may
// have, so that the parser sees that it is too long.
type capped struct{ bytes.Buffer }

func (c *capped) Write(p []byte) (int, error) {
	c.Buffer.Write(p[:min(len(p), max(0, parse.MaxFileBytes+1-c.Len()))])
	return len(p), nil
}

// reader returns where the content of f is to be copied to, nil when f is no
// SKILL.md.
func (s *skillFinder) reader(f File) *capped {
	if !strings.EqualFold(path.Base(f.Path), "SKILL.md") {
		return nil
	}
	return &capped{}
}

// found judges a SKILL.md that was copied to text, if it was one.
func (s *skillFinder) found(f File, text *capped) error {
	if text == nil {
		return nil
	}
	dir := path.Dir(f.Path)
	skill := parse.Parse(text.Bytes(), parse.Options{Path: f.Path, DirName: path.Base(dir), FileName: path.Base(f.Path)})
	for _, d := range skill.Diagnostics {
		if d.Rule == parse.RuleYAMLExpansion { // nobody writes one by accident
			return refuse(f.Path, RuleExpansion, "%s", d.Message)
		}
	}
	if skill.Skip != nil {
		if s.reason == "" {
			s.reason = ": " + f.Path + ": " + skill.Skip.Message
		}
		return nil
	}
	name := ""
	if v, ok := skill.Frontmatter.Lookup("name"); ok {
		name = strings.TrimSpace(v.Text)
	}
	if name != "" && !safeElement(name) {
		return refuse(f.Path, RuleSkillName, "the skill's name %q is no safe folder name", name)
	}
	s.skills = append(s.skills, SkillRef{Path: f.Path, Dir: dir, Name: name})
	return nil
}

// all returns the skills by folder, or a refusal when there is none.
func (s *skillFinder) all() ([]SkillRef, error) {
	if len(s.skills) == 0 {
		return nil, refuse("", RuleNoSkill, "no skill in it loads%s", s.reason)
	}
	slices.SortFunc(s.skills, func(a, b SkillRef) int { return strings.Compare(a.Dir, b.Dir) })
	return s.skills, nil
}

// safeElement reports whether a name stays one element of a path on every
// system. Whether it is a good name is the linter's business.
func safeElement(name string) bool {
	if bad, ok := errors.AsType[*safefs.PathError](safefs.CheckPath(name)); ok && (bad.Rule == safefs.RuleReserved || bad.Rule == safefs.RuleWindowsName) {
		return false
	}
	return len(name) <= 255 && strings.Trim(name, ". ") != "" && !strings.ContainsAny(name, `/\:`) &&
		!strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar })
}
