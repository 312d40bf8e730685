package rules

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func tulipBound() lint.Rule {
	return lint.Rule{
		ID: parse.RuleTulipBound, Group: lint.Client,
		Summary: "bound on tool calls that Tulip ignores",
		What:    "`min-tool-calls` or `max-tool-calls` is no whole number of at least 0, or the smallest is larger than the largest.",
		Why:     "Tulip ignores the bound without a word.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmax-tool-calls: many\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmax-tool-calls: 5\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "tuliplabs-ai/tulip-agents skills/models.py",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.Tulip: parse.Error},
		Check: func(p *lint.Pass) {
			_, diagnostics := p.Skill.Tulip()
			passAll(p, slices.DeleteFunc(diagnostics, func(d parse.Diagnostic) bool { return d.Rule != parse.RuleTulipBound }))
		},
	}
}
