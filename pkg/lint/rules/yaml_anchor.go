package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlAnchor() lint.Rule {
	return lint.Rule{
		ID: parse.RuleAnchor, Group: lint.Frontmatter,
		Summary: "anchor in the frontmatter",
		What:    "A value has an anchor (`&name`).",
		Why:     "The reference validator reads strict YAML and refuses anchors. Other readers take them.",
		Bad:     "---\nname: pdf-forms\ndescription: &d Fill in PDF forms.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "agentskills/agentskills skills-ref (strictyaml)",
		Levels:  lint.Levels{lint.Any: parse.Info, lint.Spec: parse.Error},
	}
}
