package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlFullwidthColon() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLFullwidth, Group: lint.Frontmatter,
		Summary: "fullwidth colon behind a key",
		What:    "A fullwidth colon (U+FF1A) stands where the colon of a key belongs.",
		Why:     "YAML does not see a key there: the field is missing.",
		Bad:     "---\nname: pdf-forms\ndescription：Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "YAML 1.2, section 7.4",
		Fixable: true,
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
