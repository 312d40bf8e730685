package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlIndent() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLIndent, Group: lint.Frontmatter,
		Summary: "line stands at a column where YAML expects none",
		What:    "A line of the frontmatter is neither a key nor indented far enough to continue the value before it.",
		Why:     "YAML readers stop there, so the skill is not loaded.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms.\nUse when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms.\n  Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 6.1",
		Fixable: true,
		Levels:  brokenYAML(),
	}
}
