package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileUnreadable() lint.Rule {
	return lint.Rule{
		ID: parse.RuleUnreadable, Group: lint.Structure,
		Summary: "SKILL.md cannot be read",
		What:    "SKILL.md cannot be opened or read: a link that leads nowhere, a directory of that name, a missing permission.",
		Why:     "No client can load the skill, and most do not say so.",
		Bad:     "-- pdf-forms/SKILL.md (link) --\ngone.md\n",
		Good:    soundSkill,
		Source:  "alirezarezvani/claude-skills, dangling links",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
