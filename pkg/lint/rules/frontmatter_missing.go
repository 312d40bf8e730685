package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func frontmatterMissing() lint.Rule {
	return lint.Rule{
		ID: parse.RuleMissing, Group: lint.Frontmatter,
		Summary: "SKILL.md has no frontmatter",
		What: "The file does not begin with a line of three hyphens. What is found instead is named: a heading, a code fence around " +
			"the file, keys without fences, an import line.",
		Why:    "Clients find neither name nor description and skip the skill, most of them without a word.",
		Bad:    "-- pdf-forms/SKILL.md --\n# PDF forms\n\nFill in PDF forms.\n",
		Good:   soundSkill,
		Source: "Agent Skills specification, SKILL.md format",
		Levels: lint.Levels{lint.Any: parse.Error, lint.ClaudeCode: parse.Warning, lint.TRPC: parse.Warning},
		Check:  func(p *lint.Pass) { reportUnlessReferenceReads(p, frontmatterMissing()) },
	}
}
