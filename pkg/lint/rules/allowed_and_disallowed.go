package rules

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedAndDisallowed() lint.Rule {
	return lint.Rule{
		ID: "allowed-and-disallowed", Group: lint.Tools,
		Summary: "tool is allowed and disallowed",
		What:    "The same token stands in `allowed-tools` and in `disallowed-tools`.",
		Why:     "Claude Code denies it; the approval has no effect.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read Write\ndisallowed-tools: Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read\ndisallowed-tools: Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Claude Code documentation, skills",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.ClaudeCode: parse.Warning},
		Check: func(p *lint.Pass) {
			denied, _ := parse.ParseAllowedTools(field(p.Skill, "disallowed-tools"), p.Skill.Lines, p.Skill.Path)
			for _, t := range denied {
				if slices.ContainsFunc(p.Skill.AllowedTools, func(a parse.AllowedTool) bool { return a.Raw == t.Raw }) {
					p.Report(t.Span, "%s is in allowed-tools, too", t.Raw).Hint("keep it in one of the two")
				}
			}
		},
	}
}
