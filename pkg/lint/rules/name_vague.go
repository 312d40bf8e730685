package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameVague() lint.Rule {
	return lint.Rule{
		ID: "name-vague", Group: lint.Naming,
		Summary: "name says nothing about the task",
		What:    "The whole name is a word such as helper, utils, tools or misc, or a placeholder such as my-skill.",
		Why:     "The name is half of what an agent sees when it chooses a skill, and such a name collides with others.",
		Bad:     "---\nname: utils\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "Claude platform documentation, skill authoring best practices",
		Levels:  lint.Levels{lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			raw, v, ok := text(p.Skill, "name")
			if ok && slices.Contains(vagueNames(), strings.ToLower(raw)) {
				p.Report(v.Span, "name %q says nothing about the task", raw).Hint("name what the skill does, such as pdf-forms")
			}
		},
	}
}

func vagueNames() []string {
	return []string{
		"helper", "helpers", "util", "utils", "utilities", "tool", "tools", "misc", "common", "stuff", "general", "skill", "skills",
		"test", "data", "my-skill", "my-skill-name", "skill-name", "new-skill", "template-skill", "your-skill-name", "untitled",
	}
}
