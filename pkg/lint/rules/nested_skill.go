package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nestedSkill() lint.Rule {
	return lint.Rule{
		ID: "nested-skill", Group: lint.Structure,
		Summary: "another SKILL.md below a skill",
		What: "A directory below the skill holds a SKILL.md of its own. Below assets, templates, examples, evals, tests and fixtures it " +
			"is material of the skill, and only the profile of claude.ai uploads reports it; below node_modules it is left alone. When the outer SKILL.md names the inner one, " +
			"it is meant to be read from there, and an info.",
		Why: "Most clients stop at the outer skill, so the inner one is never offered; some list both. claude.ai refuses an archive " +
			"with more than one SKILL.md.",
		Bad:    "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/scans/SKILL.md --\n---\nname: scans\ndescription: Read scanned forms. Use when a form is an image.\n---\n\n# Scans\n\nRead the image.\n",
		Good:   "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- scans/SKILL.md --\n---\nname: scans\ndescription: Read scanned forms. Use when a form is an image.\n---\n\n# Scans\n\nRead the image.\n",
		Source: "anthropics/claude-code#88400; czlonkowski/n8n-skills#1",
		Levels: lint.Levels{lint.Any: parse.Warning, lint.ClaudeAPI: parse.Error, lint.Spec: 0},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if path.Base(f.Path) != "SKILL.md" || path.Dir(f.Path) == "." || isDependency(f.Path) {
					continue
				}
				found := p.ReportIn(f, parse.Span{}, "skill inside of the skill %s", p.Skill.Name).
					Hint("move it beside the outer skill, or give the file another name when it is material")
				switch {
				case isMaterial(f.Path):
					found.At(lint.Levels{lint.ClaudeAPI: parse.Error})
				case strings.Contains(p.Skill.Body(), f.Path):
					found.At(lint.Levels{lint.Any: parse.Info, lint.ClaudeAPI: parse.Error, lint.Spec: 0})
				}
			}
		},
	}
}

// isDependency says that a path lies below installed packages, which neither a
// scan of skills nor a pack has a look at.
func isDependency(name string) bool {
	return slices.Contains(strings.Split(path.Dir(name), "/"), "node_modules")
}

// isMaterial says that a path lies below a directory whose files are examples
// or templates, or is hidden.
func isMaterial(name string) bool {
	for element := range strings.SplitSeq(path.Dir(name), "/") {
		switch strings.ToLower(element) {
		case "assets", "asset", "template", "templates", "example", "examples", "eval", "evals", "test", "tests", "testdata", "fixture", "fixtures", "samples":
			return true
		}
		if strings.HasPrefix(element, ".") && element != "." {
			return true
		}
	}
	return false
}
