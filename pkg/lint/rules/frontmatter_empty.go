package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func frontmatterEmpty() lint.Rule {
	return lint.Rule{
		ID: parse.RuleEmpty, Group: lint.Frontmatter,
		Summary: "frontmatter has no keys",
		What:    "Nothing but blanks and comments stands between the two fences.",
		Why:     "No client finds a description, so none offers the skill.",
		Bad:     "---\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "Agent Skills specification, frontmatter",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
