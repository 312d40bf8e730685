package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlFlow() lint.Rule {
	return lint.Rule{
		ID: parse.RuleFlow, Group: lint.Frontmatter,
		Summary: "list or mapping in brackets",
		What:    "A value is written as `[a, b]` or `{a: b}`.",
		Why:     "The reference validator reads strict YAML and refuses the flow style, an empty `[]` included. All clients take it.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: [Read, Write]\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "agentskills/agentskills skills-ref (strictyaml); googleworkspace/cli#521",
		Levels:  lint.Levels{lint.Spec: parse.Error},
	}
}
