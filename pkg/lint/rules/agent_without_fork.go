package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func agentWithoutFork() lint.Rule {
	return lint.Rule{
		ID: "agent-without-fork", Group: lint.Client,
		Summary: "agent is given without context: fork",
		What:    "The key `agent` is there, but `context` is not `fork`.",
		Why:     "Claude Code runs a skill in a subagent only with `context: fork`; without it `agent` has no effect.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nagent: Explore\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ncontext: fork\nagent: Explore\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Claude Code documentation, skills",
		Levels:  lint.Levels{lint.Core: parse.Info, lint.ClaudeCode: parse.Warning},
		Check: func(p *lint.Pass) {
			e, ok := topEntry(p.Skill, "agent")
			if context, _, _ := text(p.Skill, "context"); ok && context != "fork" {
				p.Report(e.KeySpan, "agent has no effect without context: fork").Hint("add context: fork, or remove agent")
			}
		},
	}
}
