package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsSyntax() lint.Rule {
	return lint.Rule{
		ID: parse.RuleAllowedTools, Group: lint.Tools,
		Summary: "a token of allowed-tools cannot be read",
		What:    "A token of `allowed-tools` is no tool name with an optional specifier in parentheses: usually a parenthesis is not closed.",
		Why:     "The client drops the token or grants another permission than the one that was meant.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Bash(git:* Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Bash(git:*) Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Claude Code documentation, skills",
		Levels:  lint.Levels{lint.Any: parse.Warning, lint.Spec: 0, lint.ClaudeCode: parse.Error},
	}
}
