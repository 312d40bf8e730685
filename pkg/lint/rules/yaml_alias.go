package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlAlias() lint.Rule {
	return lint.Rule{
		ID: parse.RuleAlias, Group: lint.Frontmatter,
		Summary: "alias in the frontmatter",
		What:    "A value is an alias (`*name`) or a merge key (`<<`).",
		Why:     "The reference validator reads strict YAML and refuses aliases. Readers made of lines show the star.",
		Bad:     "---\nname: pdf-forms\ndescription: &d Fill in PDF forms.\nmetadata:\n  short: *d\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "agentskills/agentskills skills-ref (strictyaml)",
		Levels:  lint.Levels{lint.Any: parse.Info, lint.Spec: parse.Error},
	}
}
