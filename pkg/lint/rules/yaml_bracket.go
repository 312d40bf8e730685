package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlBracket() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLBracket, Group: lint.Frontmatter,
		Summary: "bracket is not closed",
		What:    "A `[` or `{` begins a list or a mapping on one line and is not closed, or text follows it.",
		Why:     "No YAML reader takes it, so the skill is not loaded.",
		Bad:     "---\nname: pdf-forms\ndescription: [draft Fill in PDF forms.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: '[draft] Fill in PDF forms. Use when the user has one.'\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 7.4",
		Fixable: true,
		Levels:  brokenYAML(),
	}
}
