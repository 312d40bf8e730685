package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsCase() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-case", Group: lint.Tools,
		Summary: "tool of Claude Code in other letter case or misspelled",
		What: "A token of `allowed-tools` differs from a built-in tool of Claude Code by letter case or by one character, such as " +
			"`bash` or `WebFecth`.",
		Why:    "Claude Code compares names exactly: the tool is not approved. Other clients have tools of their own, some in lower case.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: read Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Claude Code documentation, tools",
		Levels: lint.Levels{lint.Core: parse.Info, lint.ClaudeCode: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, t := range p.Skill.AllowedTools {
				if meant := claudeTool(t.Tool); meant != "" && meant != t.Tool {
					p.Report(t.Span, "%s is no tool of Claude Code", t.Tool).Hint("did you mean %s?", meant)
				}
			}
		},
	}
}

// claudeTool is the built-in tool of Claude Code that the name is, or was
// meant to be, or "".
func claudeTool(name string) string {
	known := []string{
		"Agent", "AskUserQuestion", "Bash", "BashOutput", "Edit", "ExitPlanMode", "Glob", "Grep", "KillShell", "LSP", "MultiEdit",
		"NotebookEdit", "NotebookRead", "PowerShell", "Read", "Skill", "SlashCommand", "Task", "TaskCreate", "TaskGet", "TaskList",
		"TaskUpdate", "TodoRead", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Write",
	}
	if slices.Contains(known, name) {
		return name
	}
	for _, k := range known {
		if strings.EqualFold(k, name) || isSlip(strings.ToLower(name), strings.ToLower(k)) && len(name) >= 7 {
			return k
		}
	}
	return ""
}
