package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlBlockText() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLBlockText, Group: lint.Frontmatter,
		Summary: "text behind > or | on the same line",
		What:    "The indicator of a block scalar (`>` or `|`, perhaps with `-`) is followed by text. The text belongs on the next line, indented.",
		Why:     "No YAML reader takes it, so the skill is not loaded.",
		Bad:     "---\nname: pdf-forms\ndescription: >- Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: >-\n  Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 8.1; real-world registries",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Fixable: true,
	}
}
