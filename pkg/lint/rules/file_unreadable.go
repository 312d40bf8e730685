package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileUnreadable() lint.Rule {
	return lint.Rule{
		ID: parse.RuleUnreadable, Group: lint.Structure,
		Summary: "file cannot be read",
		What:    "SKILL.md, or a `.gitignore` that decides about skills, cannot be opened or read, for want of permission for instance.",
		Why:     "No client can load the skill, and most do not say so.",
		Bad:     "A SKILL.md with mode 0000, or on a disk that fails.",
		Good:    soundSkill,
		Source:  "Agent Skills, client implementation guide",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
