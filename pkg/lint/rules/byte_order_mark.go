package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func byteOrderMark() lint.Rule {
	return lint.Rule{
		ID: parse.RuleBOM, Group: lint.Structure,
		Summary: "SKILL.md starts with a byte order mark",
		What:    "The file begins with U+FEFF, the byte order mark that some editors write in front of UTF-8.",
		Why:     "Readers that look for three hyphens at the very start see no frontmatter. Claude Code learned to skip the mark in 2.1.239; the reference validator, tRPC-Agent and Tulip do not.",
		Bad: "-- pdf-forms/SKILL.md (bom) --\n" +
			soundSkill,
		Good:    soundSkill,
		Source:  "anthropics/claude-code changelog 2.1.239; crewAIInc/crewAI#7538",
		Levels:  lint.Levels{lint.Any: parse.Warning, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error, lint.Codex: parse.Error, lint.TRPC: parse.Error, lint.Tulip: parse.Error, lint.ClaudeCode: parse.Info, lint.VSCode: parse.Info},
		Fixable: true,
	}
}
