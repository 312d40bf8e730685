package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsEmpty() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-empty", Group: lint.Tools,
		Summary: "allowed-tools names no tool",
		What:    "The key `allowed-tools` is there, its value is blank or an empty list.",
		Why: "The key approves tools in advance; it does not restrict. An empty one does nothing, although it looks as if it took " +
			"every tool away.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools:\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "Claude Code documentation, skills",
		Levels: lint.Levels{lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			if e, ok := topEntry(p.Skill, "allowed-tools"); ok && len(p.Skill.AllowedTools) == 0 && (e.Value == nil || e.Value.Kind != parse.Mapping) {
				p.Report(e.KeySpan, "allowed-tools names no tool, and so does nothing").
					Hint("leave it out; Claude Code restricts tools with disallowed-tools")
			}
		},
	}
}
