package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func linkBeyondRoots() lint.Rule {
	return lint.Rule{
		ID: parse.RuleLinkOutside, Group: lint.Structure,
		Summary: "symbolic link to a skill outside of every root",
		What: "A symbolic link where a skill is expected leads to a place outside of the given roots, of the git repository around them " +
			"and of the known user-level directories. It is not followed.",
		Why:    "Whoever else has the repository gets a link to nothing, or to something of their own.",
		Bad:    "-- skills/pdf-forms/SKILL.md --\n" + soundSkill + "-- skills/scans (link) --\n/home/someone/skills/scans\n",
		Good:   "-- skills/pdf-forms/SKILL.md --\n" + soundSkill + "-- skills/forms (link) --\npdf-forms\n",
		Source: "jscraik/Agent-Skills, 78 links into a home directory",
		Levels: lint.Levels{lint.Any: parse.Error},
	}
}
