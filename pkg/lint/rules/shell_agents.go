package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func agentUnasked() lint.Rule {
	return lint.Rule{
		ID:      "agent-without-approval",
		Group:   lint.Security,
		Summary: "starts an agent that asks nobody before it acts",
		What:    "Shell code that starts a coding agent with its approvals switched off: --dangerously-skip-permissions of Claude Code, --dangerously-bypass-approvals-and-sandbox of Codex, --yolo of Codex and Gemini CLI.",
		Why:     "What the second agent reads can make it do anything that the user may do, and nobody is asked. Whoever reviews the skill wants to know.",
		Bad:     shellSkill + "claude -p \"Fix the tests\" --dangerously-skip-permissions\n```\n",
		Good:    shellSkill + "claude -p \"Fix the tests\" --permission-mode acceptEdits\n```\n",
		Source:  "manuals of Claude Code, Codex and Gemini CLI",
		Levels:  lint.Levels{lint.Any: parse.Info},
		Check: func(p *lint.Pass) {
			reportShell(p, unasked, func(_ shellFact, at *lint.Finding) {
				at.Hint("allow the tools that the task needs one by one, or say in the text that a sandbox is needed")
			}, "starts an agent that asks nobody: %s")
		},
	}
}

// skipsApproval reports whether a word is a flag that switches the approvals of
// a coding agent off.
func skipsApproval(word string) bool {
	switch word {
	case "--dangerously-skip-permissions", "--dangerously-bypass-approvals-and-sandbox", "--yolo":
		return true
	}
	return false
}
