package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlReservedStart() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLStart, Group: lint.Frontmatter,
		Summary: "unquoted text starts with a character that YAML reserves",
		What:    "An unquoted text starts with a character that means something in YAML, such as `*`, `@`, a backtick, `%`, `&`, `!` or a comma.",
		Why:     "No YAML reader takes it as text, so the skill is not loaded.",
		Bad:     "---\nname: pdf-forms\ndescription: @form helper. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: '@form helper. Use when the user has a form to complete.'\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 5.3",
		Levels:  brokenYAML(),
		Fixable: true,
	}
}
