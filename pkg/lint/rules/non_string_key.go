package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nonStringKey() lint.Rule {
	return lint.Rule{
		ID: parse.RuleNonStringKey, Group: lint.Frontmatter,
		Summary: "key is no text",
		What:    "A key is a number, a boolean, null or a collection.",
		Why:     "Readers disagree on what the key is then called.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n1: one\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "YAML 1.2, section 3.2.1",
		Levels:  lint.Levels{lint.Any: parse.Info, lint.Spec: 0},
	}
}
