package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func recovered() lint.Rule {
	return lint.Rule{
		ID: parse.RuleRecovered, Group: lint.Frontmatter,
		Summary: "name and description were recovered from broken YAML",
		What:    "The frontmatter is no valid YAML. What skillctl shows as name and description was taken from its lines, as lenient clients do.",
		Why:     "Strict clients do not load the skill, and Claude Code loads its body without any field. The rule that names the fault says where it is.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when: the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "Agent Skills, client implementation guide",
		Levels:  lint.Levels{lint.ClaudeCode: parse.Info},
	}
}
