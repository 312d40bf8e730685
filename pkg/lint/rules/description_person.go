package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionPerson() lint.Rule {
	return lint.Rule{
		ID: "description-person", Group: lint.Description,
		Summary: "description speaks in the first person",
		What:    "The description begins with I, I'm, I'll, we, we'll or let me.",
		Why: "The text stands in the system prompt of an agent, where \"I\" is the agent itself: it reads as something the agent is, " +
			"not as something it can load.",
		Bad:    "---\nname: pdf-forms\ndescription: I can help you with PDF forms when you have one to fill in.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "Claude platform documentation, skill authoring best practices",
		Levels: lint.Levels{lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			d, v, ok := text(p.Skill, "description")
			if !ok {
				return
			}
			low := strings.ReplaceAll(strings.ToLower(d), "’", "'")
			for _, prefix := range []string{"i ", "i'm ", "i'll ", "i've ", "we ", "we'll ", "let me "} {
				if strings.HasPrefix(low, prefix) {
					p.Report(v.Span, "description speaks in the first person").Hint("say what the skill does: \"Fills in ...\" or \"Fill in ...\"")
					return
				}
			}
		},
	}
}
