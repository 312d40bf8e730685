package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlTag() lint.Rule {
	return lint.Rule{
		ID: parse.RuleTag, Group: lint.Frontmatter,
		Summary: "type tag in the frontmatter",
		What:    "A value has an explicit tag (`!name` or `!!name`).",
		Why:     "The reference validator refuses tags, and other readers know only some of them.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nlicense: !!str MIT\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "agentskills/agentskills skills-ref (strictyaml)",
		Levels:  lint.Levels{lint.Any: parse.Info, lint.Spec: parse.Error},
	}
}
