package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyEmpty() lint.Rule {
	return lint.Rule{
		ID: "body-empty", Group: lint.Body,
		Summary:     "nothing follows the frontmatter",
		What:        "The text behind the frontmatter is blank.",
		Why:         "An agent that loads the skill gets no instructions.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n",
		Good:        soundSkill,
		Source:      "Agent Skills specification, body content",
		Levels:      lint.Levels{lint.Any: parse.Warning, lint.Spec: 0},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			if strings.TrimSpace(p.Skill.Body()) == "" {
				p.Report(p.Skill.Frontmatter.Close, "nothing follows the frontmatter").Hint("write what the agent is to do")
			}
		},
	}
}
