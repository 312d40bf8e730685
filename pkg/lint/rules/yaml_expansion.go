package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlExpansion() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLExpansion, Group: lint.Frontmatter,
		Summary: "aliases expand without end",
		What:    "The aliases of the frontmatter stand for more than 100,000 values once they are replaced by what they name, or a value contains itself.",
		Why:     "A few lines then fill the memory of the reader (the \"billion laughs\").",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\na: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: [*e, *e]\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "YAML 1.2, section 7.1; skillctl limits",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
