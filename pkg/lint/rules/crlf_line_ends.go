package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func crlfLineEnds() lint.Rule {
	return lint.Rule{
		ID: parse.RuleCRLF, Group: lint.Portability,
		Summary: "lines of SKILL.md end with CRLF",
		What:    "Every line of SKILL.md ends with a carriage return and a line feed.",
		Why:     "Some readers do not find the closing fence, and content hashes differ between checkouts.",
		Bad: "-- pdf-forms/SKILL.md (crlf) --\n" +
			soundSkill,
		Good:   soundSkill,
		Source: "Gentleman-Programming/gentle-ai#678; vercel-labs/skills#781",
		Levels: lint.Levels{lint.Any: parse.Info, lint.Spec: 0},
	}
}
