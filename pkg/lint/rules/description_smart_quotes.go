package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionSmartQuotes() lint.Rule {
	return lint.Rule{
		ID: "description-smart-quotes", Group: lint.Description,
		Summary: "typographic quotes around the whole description",
		What:    "The whole unquoted description stands between typographic quotes (“ ”), which mean nothing to YAML.",
		Why:     "They become part of the text, and a colon or a # inside is not protected by them.",
		Bad:     "---\nname: pdf-forms\ndescription: “Fill in PDF forms. Use when the user has a form to complete.”\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: \"Fill in PDF forms. Use when the user has a form to complete.\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 7.3; seen in uploads to registries",
		Levels:  lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			v := field(p.Skill, "description")
			if v == nil || v.Kind != parse.Scalar || v.Style != parse.Plain {
				return
			}
			inner, opened := strings.CutPrefix(v.Text, "“")
			inner, closed := strings.CutSuffix(inner, "”")
			if opened && closed && !strings.ContainsAny(inner, "“”") {
				p.Report(v.Span, "the quotes around the description are typographic ones and become part of it").
					Hint("use \" or ' around the text, or none")
			}
		},
	}
}
