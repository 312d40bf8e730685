package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionMissing() lint.Rule {
	return lint.Rule{
		ID: parse.RuleDescriptionMissing, Group: lint.Frontmatter,
		Summary: "description is missing",
		What:    "The frontmatter has no `description`, a blank one, or one that is a list or a mapping.",
		Why: "Clients skip a skill without a description, since nothing tells an agent when to load it. Claude Code takes the first " +
			"paragraph of the body instead, tRPC-Agent lists the skill with an empty description.",
		Bad:    "---\nname: pdf-forms\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "Agent Skills specification, description",
		Levels: lint.Levels{lint.Any: parse.Error, lint.ClaudeCode: parse.Warning, lint.TRPC: parse.Warning, lint.VSCode: parse.Warning},
		Check:  func(p *lint.Pass) { reportUnlessReferenceReads(p, descriptionMissing()) },
	}
}
