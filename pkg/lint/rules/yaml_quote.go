package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlQuote() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLQuote, Group: lint.Frontmatter,
		Summary: "quoted text is not closed or goes on behind its quote",
		What:    "A quoted text has no closing quote, or something follows it on the line: usually a quote of the same kind inside the text.",
		Why:     "No YAML reader takes it, so the skill is not loaded.",
		Bad:     "---\nname: pdf-forms\ndescription: \"Fill in \"PDF\" forms. Use when the user has one.\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: 'Fill in \"PDF\" forms. Use when the user has one.'\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 7.3",
		Fixable: true,
		Levels:  brokenYAML(),
	}
}
