package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fenceTrailingBlanks() lint.Rule {
	return lint.Rule{
		ID: parse.RuleFenceBlanks, Group: lint.Frontmatter,
		Summary: "blanks behind the hyphens of a fence",
		What:    "A fence line is three hyphens followed by blanks or tabs.",
		Why:     "The packager of claude.ai and tRPC-Agent want exactly three hyphens and see no frontmatter.",
		Bad:     "--- \nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "anthropics/skills quick_validate.py",
		Levels:  lint.Levels{lint.Any: parse.Info, lint.Spec: 0, lint.ClaudeAPI: parse.Error, lint.TRPC: parse.Error},
		Fixable: true,
	}
}
