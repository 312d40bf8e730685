package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

// findSkill finds the skill that an argument names: a name is looked up in the
// roots; a path, an archive or a source must hold exactly one skill.
func (a *app) findSkill(ctx context.Context, arg string, f rootFlags) (*parse.Skill, error) {
	switch {
	case arg == "":
		return nil, usage("see the names with: skillctl list", "the name of the skill is empty")
	case hasScheme(arg) || isSource(a.abs(arg)) && isArchiveName(arg):
		return a.onlySkill(ctx, a.openSource(ctx, arg))
	case a.isPath(arg):
		return a.skillAt(ctx, arg)
	}
	cat, err := a.scan(ctx, a.openRoots(ctx, nil, f))
	if err != nil {
		return nil, err
	}
	skill, err := cat.Find(arg)
	if err != nil {
		_ = a.rootErrors(cat) // of the statuses, the one of the missing skill is higher
		return nil, err
	}
	if twins := cat.Twins(skill); len(twins) > 0 && skill.ShadowedBy == nil {
		a.note("%d skills are called %s: this is %s; another one is %s@%s",
			len(twins)+1, skill.Name, skill.Path, skill.Name, filepath.ToSlash(filepath.Dir(twins[0].Path)))
	}
	return skill, nil
}

// isPath reports whether an argument is a path and no name: it contains a
// separator, starts with a dot, or names an existing directory. name@path is
// a name unless it exists.
func (a *app) isPath(arg string) bool {
	if isDir(a.abs(arg)) {
		return true
	}
	separator := strings.IndexFunc(arg, func(r rune) bool { return r == '/' || r == filepath.Separator })
	if at := strings.IndexByte(arg, '@'); at > 0 && at < separator && !isSource(a.abs(arg)) {
		return false
	}
	return separator >= 0 || strings.HasPrefix(arg, ".")
}

// isArchiveName reports whether a file's name is that of an archive.
func isArchiveName(name string) bool { return pack.FormatOf(name) != "" }

// skillAt finds the skill of a path: a directory with a SKILL.md; a directory
// with one skill below it; or the skill that a file or directory belongs to. A
// file of no skill is taken for an archive, whatever its name.
func (a *app) skillAt(ctx context.Context, arg string) (*parse.Skill, error) {
	path := a.abs(arg)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		hint := "check the path, or see the skills with: skillctl list"
		if other := a.meant(arg); other != "" {
			hint = "check the path, or write " + other
		}
		return nil, fail(codeNotFound, hint, "%s: %w", arg, plainCause(err))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", arg, plainCause(err))
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, specialFile(arg)
	}
	if isDir(path) {
		skill, err := a.onlySkill(ctx, parse.Root{Source: arg, Kind: kindDir, Path: path})
		if !errors.Is(err, errNoSkill) {
			return skill, err
		}
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if hasSkillFile(dir) {
			skill, err := a.onlySkill(ctx, parse.Root{Source: dir, Kind: kindDir, Path: dir})
			if !errors.Is(err, errNoSkill) {
				return skill, err
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if isSource(path) {
		return a.onlySkill(ctx, a.openSource(ctx, arg))
	}
	return nil, fail(codeNotFound, "a skill is a directory with a file SKILL.md", "%s: belongs to no skill", arg)
}

// hasSkillFile reports whether a directory has a SKILL.md, in any casing.
func hasSkillFile(dir string) bool {
	found, err := filepath.Glob(filepath.Join(escapeGlob(dir), "[Ss][Kk][Ii][Ll][Ll].[Mm][Dd]"))
	return err == nil && len(found) > 0
}

// escapeGlob makes a path match itself only.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// onlySkill is the one skill of a root: the root itself when it is a skill,
// else the only one below it.
func (a *app) onlySkill(ctx context.Context, root parse.Root) (*parse.Skill, error) {
	cat, err := a.scan(ctx, []parse.Root{root})
	if err != nil {
		return nil, err
	}
	if cat.Roots[0].Err != nil {
		return nil, rootError(cat.Roots[0])
	}
	for _, s := range cat.Skills {
		if at := cat.Locations(s); len(at) > 0 && at[0].Dir == "." {
			return s, nil
		}
	}
	for _, s := range cat.Skipped {
		if s.Skill != nil && s.Skill.Err() != nil && (len(cat.Skills) == 0 || a.isRootFile(root, s.Path)) {
			return nil, s.Skill.Err()
		}
	}
	switch len(cat.Skills) {
	case 0:
		return nil, fail(codeNotFound, "a skill is a directory with a file SKILL.md", "%s: %w", root.Source, errNoSkill)
	case 1:
		return cat.Skills[0], nil
	}
	return nil, a.manySkills(root, cat.Skills)
}

// maxNamedSkills is how many skills an error names of those that could be meant.
const maxNamedSkills = 10

// manySkills says which skills a root holds that should be one, and how to
// name one of them: by its path in a directory, else by its name and the root.
func (a *app) manySkills(root parse.Root, skills []*parse.Skill) error {
	named := skills[:min(len(skills), maxNamedSkills)]
	paths := make([]string, len(named))
	for i, s := range named {
		paths[i] = a.asNamed(s.Path)
	}
	list := strings.Join(paths, ", ")
	if more := len(skills) - len(named); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	hint := "name one of them, such as " + strings.TrimSuffix(skills[0].Path, "/SKILL.md")
	if root.Kind != kindDir {
		hint = "name one of them, such as " + skills[0].Name + " --root " + root.Source
	}
	return fail(codeNotFound, hint, "%s: holds %d skills: %s", root.Source, len(skills), list)
}

// errNoSkill says that a root holds no skill at all.
var errNoSkill = errors.New("no skill found")

// isRootFile reports whether a path, as reports show it, is a file directly
// in the root.
func (a *app) isRootFile(root parse.Root, path string) bool {
	return filepath.Dir(a.abs(filepath.FromSlash(path))) == root.Path
}
