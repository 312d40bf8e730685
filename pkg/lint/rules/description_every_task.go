package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionEveryTask() lint.Rule {
	return lint.Rule{
		ID: "description-every-task", Group: lint.Description,
		Summary: "description claims every task",
		What:    "The description asks to be used for every request, task or conversation, or always.",
		Why:     "The skill is loaded where it does not belong and pushes out those that do. Such texts are also how a skill gets itself loaded for ill.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Always use this skill for every request.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "cisco-ai-defense/skill-scanner TRIGGER_OVERLY_GENERIC; Agent Skills, optimizing descriptions",
		Levels:  lint.Levels{lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			d, v, ok := text(p.Skill, "description")
			if !ok {
				return
			}
			low := strings.ToLower(d)
			for _, phrase := range []string{
				"for every request", "for every task", "for every query", "for all requests", "for all tasks", "for any request", "for any task",
				"on every request", "in every conversation", "before every response", "regardless of the task", "regardless of what the user",
			} {
				if _, rest, found := strings.Cut(low, phrase); found && (rest == "" || strings.ContainsAny(rest[:1], ".,;:!)")) {
					p.Report(v.Span, "description asks to be used %s", phrase).Hint("name the cases in which the skill helps")
					return
				}
			}
		},
	}
}
