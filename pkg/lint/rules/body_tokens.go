package rules

import (
	"strings"

	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyTokens() lint.Rule {
	return lint.Rule{
		ID: "body-tokens", Group: lint.Size,
		Summary: "body is longer than 5000 tokens",
		What: "The text behind the frontmatter is estimated (characters divided by four) at more than 5000 tokens, or the limit that is configured. It is a warning from " +
			"twice the limit on, and an info below.",
		Why: "The whole body is loaded when the skill is, whatever part of it is needed. The specification recommends to stay below " +
			"5000 tokens and to keep details in files that are read on demand.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n" + strings.Repeat("Read the form first. ", 1000) + "\n",
		Good:        soundSkill,
		Source:      "Agent Skills specification, progressive disclosure; magnus919/agent-skills#382",
		Levels:      lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Info},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			if n := tokens.Estimate(p.Skill.Body()); n > p.Limits.BodyTokens {
				found := p.Report(parse.Span{}, "body has about %d tokens; recommended are at most %d", n, p.Limits.BodyTokens).
					Hint("move what is not always needed to files under references/ and link to them")
				if n < 2*p.Limits.BodyTokens {
					found.At(lint.Levels{lint.Core: parse.Info, lint.Spec: parse.Info})
				}
			}
		},
	}
}
