package rules

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
)

// ofProject reports whether a document belongs to the project around the
// skill: its folder is that of a whole project, and SKILL.md does not name the
// document. Faults of such documents are remarks, since no agent is led there.
func ofProject(p *lint.Pass, f *lint.File) bool {
	if f == p.SkillFile() || isConventional(f.Path) || !isProject(p) {
		return false
	}
	return !lint.Once(p, "documents that SKILL.md names", func() *mentions {
		var documents []*lint.File
		for _, f := range p.Files() {
			if f.IsMarkdown() {
				documents = append(documents, f)
			}
		}
		named := newMentions(documents)
		named.read(p.SkillFile().Bytes())
		return named
	}).has(f)
}

// isProject reports whether the skill's folder holds what the top folder of a
// project does.
func isProject(p *lint.Pass) bool {
	tree := skillTree(p)
	files := []string{".github", "go.mod", "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "pom.xml", "build.gradle"}
	return slices.ContainsFunc(files, tree.has)
}
