package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func linkDangling() lint.Rule {
	return lint.Rule{
		ID: parse.RuleLinkDangling, Group: lint.Structure,
		Summary: "symbolic link where a skill is expected leads nowhere",
		What: "A symbolic link in a directory of skills, or one named SKILL.md, has a target that does not exist, or leads back to itself. " +
			"Elsewhere in a root it is an info.",
		Why:    "The skill is missing for everybody who has not what the link names, and no client says so.",
		Bad:    "-- skills/pdf-forms/SKILL.md --\n" + soundSkill + "-- skills/scans (link) --\nscans-v2\n",
		Good:   "-- skills/pdf-forms/SKILL.md --\n" + soundSkill + "-- skills/forms (link) --\npdf-forms\n",
		Source: "alirezarezvani/claude-skills, 213 dangling links; vercel-labs/skills, pull request 965",
		Levels: lint.Levels{lint.Any: parse.Error},
	}
}
