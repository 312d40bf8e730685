package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameReserved() lint.Rule {
	return lint.Rule{
		ID: "name-reserved", Group: lint.Naming,
		Summary: "name contains a word that claude.ai reserves",
		What:    "The name contains `claude` or `anthropic`.",
		Why:     "claude.ai and the Claude API refuse such a name on upload. Other clients take it.",
		Bad:     "---\nname: claude-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "Claude platform documentation, skill structure",
		Levels:  lint.Levels{lint.ClaudeAPI: parse.Error, lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			raw, v, ok := text(p.Skill, "name")
			if !ok {
				return
			}
			for _, word := range []string{"anthropic", "claude"} {
				if strings.Contains(strings.ToLower(raw), word) {
					p.Report(v.Span, "name %q contains %q, which claude.ai and the Claude API reserve", raw, word).
						Hint("name the task instead of the client")
					return
				}
			}
		},
	}
}
