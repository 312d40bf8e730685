package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsDuplicate() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-duplicate", Group: lint.Tools,
		Summary: "tool stands twice in allowed-tools",
		What:    "A token of `allowed-tools` is there already.",
		Why:     "It has no effect; one of the two was probably meant to be another tool.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read Write Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Agent Skills specification, allowed-tools",
		Levels:  lint.Levels{lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			seen := map[string]bool{}
			for _, t := range p.Skill.AllowedTools {
				if seen[t.Raw] {
					p.Report(t.Span, "%s stands twice in allowed-tools", t.Raw).Hint("remove one")
				}
				seen[t.Raw] = true
			}
		},
	}
}
