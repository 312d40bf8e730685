package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func notUTF8() lint.Rule {
	return lint.Rule{
		ID: parse.RuleNotUTF8, Group: lint.Structure,
		Summary: "SKILL.md is not valid UTF-8",
		What:    "A byte of SKILL.md is not part of valid UTF-8, as when a file was saved as Latin-1 or Windows-1252.",
		Why:     "Clients skip the skill, show wrong characters or end with a traceback.",
		Bad:     "-- pdf-forms/SKILL.md (escaped) --\n---\nname: pdf-forms\ndescription: Fill in PDF forms \\xe0 la carte.\n---\n",
		Good:    soundSkill,
		Source:  "anthropics/skills#1271; agentskills/agentskills#536",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
