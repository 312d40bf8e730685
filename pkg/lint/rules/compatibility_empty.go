package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func compatibilityEmpty() lint.Rule {
	return lint.Rule{
		ID: "compatibility-empty", Group: lint.Frontmatter,
		Summary: "compatibility is blank",
		What:    "The key `compatibility` is there, its text is blank.",
		Why:     "The specification asks for 1 to 500 characters when the field is given; the reference validator lets a blank one pass.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ncompatibility: ''\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "Agent Skills specification, compatibility",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Warning},
		Check: func(p *lint.Pass) {
			e, ok := topEntry(p.Skill, "compatibility")
			if ok && (e.Value == nil || e.Value.Kind == parse.Null || e.Value.Kind == parse.Scalar && strings.TrimSpace(e.Value.Text) == "") {
				p.Report(e.KeySpan, "compatibility is blank").Hint("leave the key out, or say what the skill needs")
			}
		},
	}
}
