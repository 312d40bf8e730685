package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func claudeCodeField() lint.Rule {
	return lint.Rule{
		ID: parse.RuleClaudeCode, Group: lint.Client,
		Summary: "Claude Code key has a value it does not take",
		What:    "A key that Claude Code defines has a value of the wrong type or outside of its list: `context`, `effort`, `shell`, `disable-model-invocation` and others.",
		Why:     "Claude Code ignores the value, so the skill behaves as if the key were not there.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\neffort: enormous\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\neffort: high\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Claude Code documentation, skills",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.ClaudeCode: parse.Error, lint.VSCode: parse.Info},
		Check: func(p *lint.Pass) {
			_, diagnostics := p.Skill.ClaudeCode()
			passAll(p, diagnostics)
		},
	}
}
