package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func resourceUnreadable() lint.Rule {
	return lint.Rule{
		ID: parse.RuleResource, Group: lint.Structure,
		Summary: "a file of the skill cannot be listed",
		What:    "A directory of the skill cannot be read, a link leads nowhere, or the skill has more files or levels than are listed.",
		Why:     "What is not listed is not checked, not packed and not found by an agent.",
		Bad:     "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n-- pdf-forms/notes.md (link) --\ngone.md\n",
		Good:    soundSkill,
		Source:  "skillctl limits",
		Levels:  lint.Levels{lint.Any: parse.Warning, lint.Spec: 0},
	}
}
