package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameBlanks() lint.Rule {
	return lint.Rule{
		ID: "name-blanks", Group: lint.Naming,
		Summary: "blanks around the quoted name",
		What:    "The quoted name begins or ends with blanks.",
		Why:     "Most clients trim the name. Tulip does not: the skill answers only to the name with its blanks.",
		Bad:     "---\nname: 'pdf-forms '\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "tuliplabs-ai/tulip-agents skills/models.py, measured",
		Levels:  lint.Levels{lint.Core: parse.Info, lint.Tulip: parse.Error},
		Check: func(p *lint.Pass) {
			v := field(p.Skill, "name")
			if v != nil && v.Kind == parse.Scalar && v.Text != "" && strings.TrimSpace(v.Text) != v.Text && v.Style != parse.Literal && v.Style != parse.Folded {
				p.Report(v.Span, "blanks around the name %q", v.Text).Hint("write name: %s", strings.TrimSpace(v.Text))
			}
		},
	}
}
