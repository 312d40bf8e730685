package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlUnquotedColon() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLColon, Group: lint.Frontmatter,
		Summary: "unquoted text contains a colon and a blank",
		What:    "A plain (unquoted) text contains a colon followed by a blank. For YAML that starts another key.",
		Why:     "This is the most frequent reason why a skill does not load: most clients skip it without a word, Claude Code drops every field.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when: the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: 'Fill in PDF forms. Use when: the user has a form to complete.'\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "mattpocock/skills#908; google-gemini/gemini-cli#16323",
		Levels:  brokenYAML(),
		Fixable: true,
	}
}
