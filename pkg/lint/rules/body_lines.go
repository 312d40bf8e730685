package rules

import (
	"strings"

	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyLines() lint.Rule {
	return lint.Rule{
		ID: "body-lines", Group: lint.Size,
		Summary:     "SKILL.md is longer than 500 lines",
		What:        "SKILL.md has more than 500 lines, or the limit that is configured, but no more tokens than recommended (see `body-tokens`).",
		Why:         "The specification recommends to stay below 500 lines. Tokens say more about the cost, so this is only an info.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n" + strings.Repeat("- Read.\n", 500),
		Good:        soundSkill,
		Source:      "Agent Skills specification, progressive disclosure",
		Levels:      lint.Levels{lint.Core: parse.Info, lint.Spec: parse.Info},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			n := p.Skill.Lines.Count()
			if n > p.Limits.BodyLines && tokens.Estimate(p.Skill.Body()) <= p.Limits.BodyTokens {
				p.Report(parse.Span{}, "SKILL.md has %d lines; recommended are at most %d", n, p.Limits.BodyLines).
					Hint("move what is not always needed to files under references/ and link to them")
			}
		},
	}
}
