package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fenceWithoutNewline() lint.Rule {
	return lint.Rule{
		ID: parse.RuleFenceAtEnd, Group: lint.Frontmatter,
		Summary: "file ends with its closing fence",
		What:    "The last line of the file is the closing fence, and no line end follows it.",
		Why:     "tRPC-Agent and Tulip look for a line end behind the fence and see no frontmatter at all.",
		Bad:     "-- pdf-forms/SKILL.md (no newline) --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---",
		Good:    soundSkill,
		Source:  "tuliplabs-ai/tulip-agents skills/models.py",
		Levels:  lint.Levels{lint.Any: parse.Info, lint.Spec: 0, lint.TRPC: parse.Error, lint.Tulip: parse.Error},
		Fixable: true,
	}
}
