package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionPlaceholder() lint.Rule {
	return lint.Rule{
		ID: "description-placeholder", Group: lint.Description,
		Summary: "description is a template's placeholder",
		What:    "The description still holds what a template put there, such as `[TODO: ...]`, `TODO:`, `lorem ipsum` or `Replace with description`.",
		Why:     "Agents choose skills by this text; a placeholder makes them choose at random.",
		Bad:     "---\nname: pdf-forms\ndescription: '[TODO: Complete and informative explanation of what the skill does]'\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "anthropics/skills skill-creator, init_skill.py",
		Levels:  lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			d, v, ok := text(p.Skill, "description")
			if ok && isTemplateText(d) {
				p.Report(v.Span, "description is a placeholder").Hint("say what the skill does and when to use it")
			}
		},
	}
}

func isTemplateText(d string) bool {
	low := strings.ToLower(d)
	for _, prefix := range []string{"todo:", "todo ", "[todo", "fixme", "<description", "[description", "{description", "[your ", "<your "} {
		if strings.HasPrefix(low, prefix) {
			return true
		}
	}
	for _, part := range []string{
		"[todo:", "lorem ipsum", "replace with description", "complete and informative explanation of what the skill does",
		"your description here", "description goes here", "add a description",
	} {
		if strings.Contains(low, part) {
			return true
		}
	}
	return low == "todo" || low == "tbd" || strings.HasPrefix(low, "{{") && strings.HasSuffix(low, "}}")
}
