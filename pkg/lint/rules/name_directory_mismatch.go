package rules

import (
	"io/fs"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"golang.org/x/text/unicode/norm"
)

func nameDirectoryMismatch() lint.Rule {
	return lint.Rule{
		ID: "name-directory-mismatch", Group: lint.Naming,
		Summary: "name differs from the directory's name",
		What: "The frontmatter's name is not the name of the directory that holds SKILL.md (both in Unicode form NFKC). " +
			"A skill at the root of a repository is left alone, except under `spec`: its directory is named by whoever clones it.",
		Why: "Claude Code makes the command from the directory, others from the name: users find the skill under one of them only, " +
			"and references from other skills break.",
		Bad:    "-- pdf/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Agent Skills specification, name; vercel-labs/agent-skills#112, vercel-labs/agent-skills#330",
		Levels: lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Error, lint.ClaudeCode: parse.Warning, lint.VSCode: parse.Warning},
		Check:  checkNameDirectory,
	}
}

func checkNameDirectory(p *lint.Pass) {
	raw, v, ok := text(p.Skill, "name")
	if !ok || raw == "" || p.Skill.DirName == "" {
		return
	}
	if norm.NFKC.String(raw) == norm.NFKC.String(p.Skill.DirName) {
		return
	}
	f := p.Report(v.Span, "name %q differs from the directory %q", raw, p.Skill.DirName)
	switch good, dirGood := isGoodName(raw), isGoodName(p.Skill.DirName); {
	case good && dirGood:
		f.Hint("call the directory %q or the skill %q", raw, p.Skill.DirName)
	case good:
		f.Hint("call the directory %q", raw)
	case dirGood:
		f.Hint("call the skill %q", p.Skill.DirName)
	default:
		f.Hint("call both %q", kebab(raw))
	}
	if isRepository(p) {
		f.At(lint.Levels{lint.Spec: parse.Error})
	}
}

// isGoodName says that no rule would find fault with a name's letters.
func isGoodName(name string) bool { return len(nameFaults(name)) == 0 && !mixesScripts(name) }

// isRepository says that the skill is a whole repository.
func isRepository(p *lint.Pass) bool {
	fsys, dir, ok := p.Repo()
	if !ok || dir != "." {
		return false
	}
	_, err := fs.Stat(fsys, ".git")
	return err == nil
}
