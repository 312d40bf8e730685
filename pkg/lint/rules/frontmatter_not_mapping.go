package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func frontmatterNotMapping() lint.Rule {
	return lint.Rule{
		ID: parse.RuleNotMapping, Group: lint.Frontmatter,
		Summary: "frontmatter is no list of keys with values",
		What:    "The frontmatter is a YAML list or a text, not a mapping.",
		Why:     "No client finds a name or a description in it; Tulip stops reading the whole directory.",
		Bad:     "---\n- pdf-forms\n- Fill in PDF forms.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "Agent Skills specification, frontmatter",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
