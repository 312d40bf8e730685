package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlTooDeep() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLTooDeep, Group: lint.Frontmatter,
		Summary: "frontmatter nests too deep",
		What:    "Lists and mappings of the frontmatter nest deeper than 64 levels.",
		Why:     "Readers that recurse run out of stack; no skill needs it.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata: " + strings.Repeat("[", 70) + strings.Repeat("]", 70) + "\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "limit of skillctl",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
