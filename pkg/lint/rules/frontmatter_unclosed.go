package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func frontmatterUnclosed() lint.Rule {
	return lint.Rule{
		ID: parse.RuleUnclosed, Group: lint.Frontmatter,
		Summary: "frontmatter is not closed",
		What: "No line of exactly three hyphens follows the opening one. A line that looks like the intended end, such as an indented " +
			"`---`, `----` or `...`, is named.",
		Why:    "Clients find no frontmatter, or take the body for a part of it, and skip the skill.",
		Bad:    "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n\n# PDF forms\n",
		Good:   soundSkill,
		Source: "Agent Skills specification, SKILL.md format",
		Levels: lint.Levels{lint.Any: parse.Error, lint.ClaudeCode: parse.Warning, lint.TRPC: parse.Warning},
		Check:  func(p *lint.Pass) { reportUnlessReferenceReads(p, frontmatterUnclosed()) },
	}
}
