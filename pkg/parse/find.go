package parse

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/spelling"
)

// NotFoundError says that no skill answers to a name.
type NotFoundError struct {
	Name  string   // as asked for
	Close []string // names of skills that look like it, the closest first
}

// Error names what was asked for.
func (e *NotFoundError) Error() string { return fmt.Sprintf("no skill called %q", e.Name) }

// Hint names the closest skills.
func (e *NotFoundError) Hint() string {
	if len(e.Close) == 0 {
		return "see the names with: skillctl list"
	}
	return "did you mean " + strings.Join(e.Close, ", ") + "?"
}

// AmbiguousError says that several skills answer to what was asked for, none
// of which wins over the others.
type AmbiguousError struct {
	Name   string
	Skills []*Skill
}

// Error names what was asked for and where the skills are.
func (e *AmbiguousError) Error() string {
	paths := make([]string, len(e.Skills))
	for i, s := range e.Skills {
		paths[i] = s.Path
	}
	return fmt.Sprintf("%q could be any of %s", e.Name, strings.Join(paths, ", "))
}

// Hint says how to name one of them.
func (e *AmbiguousError) Hint() string { return "name the skill by its path" }

// Find looks a skill up by what a user may call it: its name, the name of its
// directory, or name@path, where path is the skill's directory, its SKILL.md
// or the end of either. Of several skills of one name it is the one that
// shadows the others, which [Catalog.Twins] lists. A nested skill is found by
// its name when no other skill has it.
//
// The error is a [*NotFoundError], an [*AmbiguousError], or, for a skill that
// cannot be loaded, a [*SkipError].
func (c *Catalog) Find(arg string) (*Skill, error) {
	if s := first(c.Skills, hasName(arg)); s != nil {
		return s, nil
	}
	if s, err := c.findAt(arg); s != nil || err != nil {
		return s, err
	}
	switch found := matching(c.Loaded(), hasDirName(arg)); len(found) {
	case 0:
	case 1:
		return found[0], nil
	default:
		return nil, &AmbiguousError{Name: arg, Skills: found}
	}
	if s, err := c.findSkipped(arg); s != nil || err != nil {
		return s, err
	}
	return nil, &NotFoundError{Name: arg, Close: c.closest(arg)}
}

// Twins are the other loaded skills of the same name, by root and path.
func (c *Catalog) Twins(s *Skill) []*Skill {
	return matching(c.Skills, func(other *Skill) bool { return other != s && other.Name == s.Name })
}

func hasName(name string) func(*Skill) bool {
	return func(s *Skill) bool { return s.Name == name }
}

func hasDirName(name string) func(*Skill) bool {
	return func(s *Skill) bool { return s.DirName == name && name != "" }
}

func first(skills []*Skill, is func(*Skill) bool) *Skill {
	if i := slices.IndexFunc(skills, is); i >= 0 {
		return skills[i]
	}
	return nil
}

func matching(skills []*Skill, is func(*Skill) bool) []*Skill {
	var found []*Skill
	for _, s := range skills {
		if is(s) {
			found = append(found, s)
		}
	}
	return found
}

// findAt reads name@path. A name may contain an @ itself, so every one is
// tried.
func (c *Catalog) findAt(arg string) (*Skill, error) {
	for i := 0; i < len(arg); i++ {
		if arg[i] != '@' || i == 0 {
			continue
		}
		name, where := arg[:i], cleanWhere(arg[i+1:])
		named := matching(c.Skills, func(s *Skill) bool { return s.Name == name || s.DirName == name })
		if s := first(named, standsAt(where)); s != nil {
			return s, nil
		}
		switch found := matching(named, endsIn(where)); {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return nil, &AmbiguousError{Name: arg, Skills: found}
		}
	}
	return nil, nil
}

// cleanWhere is the directory that the path of name@path means.
func cleanWhere(where string) string {
	where = path.Clean(filepath.ToSlash(where))
	if isSkillFile(path.Base(where)) {
		where = path.Dir(where)
	}
	return where
}

func standsAt(dir string) func(*Skill) bool {
	return func(s *Skill) bool { return path.Dir(s.Path) == dir || filepath.ToSlash(s.Dir) == dir }
}

func endsIn(tail string) func(*Skill) bool {
	return func(s *Skill) bool {
		return strings.HasSuffix("/"+path.Dir(s.Path), "/"+tail) || strings.HasSuffix(filepath.ToSlash(s.Dir), "/"+tail)
	}
}

// findSkipped looks among nested skills and those that cannot be loaded.
func (c *Catalog) findSkipped(arg string) (*Skill, error) {
	var broken error
	for _, sk := range c.Skipped {
		if sk.Skill == nil || sk.Skill.Name != arg && sk.Skill.DirName != arg {
			continue
		}
		if err := sk.Skill.Err(); err != nil {
			broken = cmp.Or(broken, err)
			continue
		}
		return sk.Skill, nil
	}
	return nil, broken
}

// closest are the names of loaded skills that look most like a name that none
// of them has, the closest first.
func (c *Catalog) closest(name string) []string {
	var names []string
	for _, s := range c.Loaded() {
		names = append(names, s.Name)
	}
	return spelling.Closest(name, names)
}
