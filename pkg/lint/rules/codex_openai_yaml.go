package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func codexOpenAIYAML() lint.Rule {
	return lint.Rule{
		ID: parse.RuleCodex, Group: lint.Client,
		Summary: "agents/openai.yaml has the wrong shape",
		What:    "The sidecar file `agents/openai.yaml` has a value that Codex does not take: a text that is too long, a color that is none, an icon outside of assets/.",
		Why:     "Codex drops the value, or the whole file, and shows the skill without it.",
		Bad:     "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n-- pdf-forms/agents/openai.yaml --\ninterface:\n  brand_color: red\n",
		Good:    "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n-- pdf-forms/agents/openai.yaml --\ninterface:\n  brand_color: \"#cc0000\"\n",
		Source:  "openai/codex core-skills",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.Codex: parse.Error},
		Check: func(p *lint.Pass) {
			f, ok := p.File(parse.CodexFile)
			if !ok {
				return
			}
			_, diagnostics := p.Skill.Codex()
			for _, d := range diagnostics {
				found := p.ReportIn(f, d.Span, "%s", d.Message)
				if d.Hint != "" {
					found.Hint("%s", d.Hint)
				}
			}
		},
	}
}
