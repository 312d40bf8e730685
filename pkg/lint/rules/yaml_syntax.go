package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlSyntax() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLSyntax, Group: lint.Frontmatter,
		Summary: "frontmatter is no valid YAML",
		What:    "A YAML reader cannot read the frontmatter, for a reason that none of the more exact `yaml-` rules names.",
		Why:     "Most clients skip the skill without a word; Claude Code keeps the body and drops every field.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  - a\n  b: c\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "YAML 1.2; mattpocock/skills#908",
		Levels:  brokenYAML(),
	}
}
