package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func skillFileKind() lint.Rule {
	return lint.Rule{
		ID: parse.RuleNotAFile, Group: lint.Structure,
		Summary: "SKILL.md is no file",
		What:    "SKILL.md is a directory, a device, a socket or a pipe.",
		Why:     "No client can load the skill, and reading a pipe can stop a client for good.",
		Bad:     "-- skills/pdf-forms/SKILL.md/notes.md --\nA directory of that name.\n",
		Good:    "-- skills/pdf-forms/SKILL.md --\n" + soundSkill,
		Source:  "Agent Skills specification, directory structure",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
