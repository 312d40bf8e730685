package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionEscapedNewline() lint.Rule {
	return lint.Rule{
		ID: "description-escaped-newline", Group: lint.Description,
		Summary: "description has \\n as two characters",
		What:    "An unquoted or single-quoted description contains `\\n` twice or more. Only double quotes make it a line break.",
		Why:     "The agent reads a backslash and an n.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms.\\nUse when the user has a form to complete.\\nNot for scans.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete. Not for scans.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 7.3",
		Levels:  lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			v := field(p.Skill, "description")
			if v == nil || v.Kind != parse.Scalar || v.Style == parse.DoubleQuoted || strings.Count(v.Text, `\n`) < 2 {
				return
			}
			p.Report(v.Span, `description contains \n as two characters, not as line breaks`).Hint("write blanks, or a block scalar (>- or |-)")
		},
	}
}
