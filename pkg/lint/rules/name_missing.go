package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameMissing() lint.Rule {
	return lint.Rule{
		ID: parse.RuleNameMissing, Group: lint.Frontmatter,
		Summary: "name is missing",
		What:    "The frontmatter has no `name`, or a blank one. skillctl then uses the directory's name, as Claude Code and Codex do.",
		Why:     "Gemini CLI, OpenCode, Goose and Tulip do not load a skill without a name, and uploads to claude.ai are refused.",
		Bad:     "---\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "Agent Skills specification, name",
		Levels:  lint.Levels{lint.Any: parse.Error, lint.ClaudeCode: parse.Info, lint.Codex: parse.Info, lint.TRPC: parse.Info, lint.VSCode: parse.Warning},
		Check:   func(p *lint.Pass) { reportUnlessReferenceReads(p, nameMissing()) },
	}
}
