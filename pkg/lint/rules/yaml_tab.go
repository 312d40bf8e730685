package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlTab() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLTab, Group: lint.Frontmatter,
		Summary: "tab in the indentation",
		What:    "A line of the frontmatter is indented with a tab.",
		Why:     "YAML forbids it, so the skill is not loaded.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n\tversion: \"1.0\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  version: \"1.0\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 6.1",
		Fixable: true,
		Levels:  brokenYAML(),
	}
}
