package rules

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func tulipProbe() lint.Rule {
	return lint.Rule{
		ID: parse.RuleTulipProbe, Group: lint.Client,
		Summary: "required probe that Tulip drops",
		What:    "An entry of `required_probes` is no mapping, or its `name` or `match` is blank.",
		Why:     "Tulip drops the entry without a word: the check the author relies on never happens.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nrequired_probes:\n  - name: filled\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nrequired_probes:\n  - name: filled\n    match: fill_form\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "tuliplabs-ai/tulip-agents skills/models.py",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.Tulip: parse.Error},
		Check: func(p *lint.Pass) {
			_, diagnostics := p.Skill.Tulip()
			passAll(p, slices.DeleteFunc(diagnostics, func(d parse.Diagnostic) bool { return d.Rule != parse.RuleTulipProbe }))
		},
	}
}
