package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func frontmatterTooLarge() lint.Rule {
	return lint.Rule{
		ID: parse.RuleFrontmatterTooLarge, Group: lint.Frontmatter,
		Summary: "frontmatter is larger than 64 KiB",
		What:    "The frontmatter has more than 65,536 bytes. Only name and description are read of it.",
		Why:     "ToolHive refuses such a file, and every client keeps the frontmatter in memory for each skill.",
		Bad:     "",
		Good:    soundSkill,
		Source:  "stacklok/toolhive pkg/skills",
		Levels:  lint.Levels{lint.Any: parse.Error, lint.Spec: parse.Warning},
	}
}
