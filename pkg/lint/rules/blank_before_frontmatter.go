package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func blankBeforeFrontmatter() lint.Rule {
	return lint.Rule{
		ID: parse.RuleBlankBefore, Group: lint.Frontmatter,
		Summary: "blank lines before the frontmatter",
		What:    "The opening fence is not on the first line; only blank lines stand before it.",
		Why:     "Codex, the reference validator, claude.ai, tRPC-Agent and Tulip look at the first line only and see no frontmatter.",
		Bad:     "\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "openai/codex core-skills; agentskills/agentskills skills-ref parser",
		Levels:  lint.Levels{lint.Any: parse.Error, lint.ClaudeCode: parse.Warning, lint.VSCode: parse.Warning, lint.OpenClaw: parse.Warning},
		Fixable: true,
	}
}
