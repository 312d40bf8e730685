package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodySecondFrontmatter() lint.Rule {
	return lint.Rule{
		ID: "body-second-frontmatter", Group: lint.Body,
		Summary:     "body begins with another frontmatter",
		What:        "The first thing in the body is a block between lines of three hyphens that has a `name` or `description` key.",
		Why:         "Clients read the first block only. The second one is text for the agent, and what its author changed there has no effect.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n---\nname: pdf-forms\ndescription: Fill in PDF forms, also scanned ones.\n---\n\n# PDF forms\n",
		Good:        soundSkill,
		Source:      "Agent Skills specification, SKILL.md format",
		Levels:      lint.Levels{lint.Core: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			body := p.Skill.Body()
			trimmed := strings.TrimLeft(body, " \t\r\n")
			block, _, closed := strings.Cut(strings.TrimPrefix(trimmed, "---\n"), "\n---")
			if !strings.HasPrefix(trimmed, "---\n") || !closed || strings.Contains("\n"+block, "\n\n") {
				return
			}
			for line := range strings.SplitSeq(block, "\n") {
				if strings.HasPrefix(line, "name:") || strings.HasPrefix(line, "description:") {
					at := p.Skill.BodyStart + len(body) - len(trimmed)
					p.Report(p.Skill.Lines.Span(at, at+len("---")), "another frontmatter, which no client reads").Hint("merge it into the first one")
					return
				}
			}
		},
	}
}
