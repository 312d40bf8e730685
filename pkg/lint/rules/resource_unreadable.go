package rules

import (
	"io/fs"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func resourceUnreadable() lint.Rule {
	return lint.Rule{
		ID: parse.RuleResource, Group: lint.Structure,
		Summary: "a file of the skill cannot be listed",
		What: "A directory of the skill cannot be read, or the skill has more files or levels of directories than are listed. " +
			"Symbolic links have rules of their own.",
		Why:    "What is not listed is not checked, not packed and not found by an agent.",
		Bad:    "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/" + strings.Repeat("d/", 40) + "notes.md --\nFar away.\n",
		Good:   "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/references/notes.md --\nNear.\n",
		Source: "limits of skillctl",
		Levels: lint.Levels{lint.Any: parse.Warning, lint.Spec: 0},
		Check: func(p *lint.Pass) {
			resources, diagnostics := p.Skill.Resources()
			links := map[string]bool{}
			for _, r := range resources {
				links[r.Path] = r.Mode&fs.ModeSymlink != 0
			}
			for _, d := range diagnostics {
				if name := strings.TrimPrefix(d.Path, path.Dir(p.Skill.Path)+"/"); !links[name] {
					p.ReportPath(name, "%s", d.Message).Hint("make it readable, or keep it out of the skill")
				}
			}
		},
	}
}
