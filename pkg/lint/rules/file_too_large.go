package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileTooLarge() lint.Rule {
	return lint.Rule{
		ID: parse.RuleTooLarge, Group: lint.Structure,
		Summary: "SKILL.md is larger than 1 MiB",
		What:    "SKILL.md has more than 1,048,576 bytes. It is not read.",
		Why:     "It would fill the context of any agent many times over. Clients refuse or cut such files, each at another size.",
		Bad:     "-- pdf-forms/SKILL.md (1100000 bytes) --\n" + soundSkill,
		Good:    "-- pdf-forms/SKILL.md --\n" + soundSkill,
		Source:  "limit of skillctl; openclaw/openclaw skills limits",
		Levels:  lint.Levels{lint.Any: parse.Error, lint.Spec: parse.Warning},
	}
}
