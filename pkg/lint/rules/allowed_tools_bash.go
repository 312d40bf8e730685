package rules

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsBash() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-bash", Group: lint.Tools,
		Summary: "allowed-tools approves every command",
		What:    "`allowed-tools` has `Bash`, `Bash(*)`, `Bash(:*)` or the same of PowerShell.",
		Why: "Claude Code then runs any command of this skill's turn without asking. A pattern such as `Bash(git:*)` approves what " +
			"the skill needs.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Bash Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Bash(qpdf:*) Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Claude Code documentation, permissions",
		Levels: lint.Levels{lint.Core: parse.Info, lint.ClaudeCode: parse.Info},
		Check: func(p *lint.Pass) {
			for _, t := range p.Skill.AllowedTools {
				if (t.Tool == "Bash" || t.Tool == "PowerShell") && slices.Contains([]string{"", "*", ":*"}, t.Specifier) {
					p.Report(t.Span, "%s approves every command", t.Raw).Hint("write patterns such as %s(git:*)", t.Tool)
					return
				}
			}
		},
	}
}
