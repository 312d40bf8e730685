package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsWildcard() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-wildcard", Group: lint.Tools,
		Summary: "allowed-tools approves every tool",
		What:    "A token of `allowed-tools` is `*`, or `mcp__*`.",
		Why:     "Every tool the client has is approved in advance, those that send, delete or pay included.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: '*'\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Claude Code documentation, skills; aguara AGENT_SKILL_WILDCARD_TOOLS",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.ClaudeCode: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, t := range p.Skill.AllowedTools {
				if t.Tool == "*" || t.Tool == "mcp__*" {
					p.Report(t.Span, "%s approves every tool", t.Raw).Hint("name the tools the skill needs")
				}
			}
		},
	}
}
