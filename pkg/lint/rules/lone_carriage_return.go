package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func loneCarriageReturn() lint.Rule {
	return lint.Rule{
		ID: parse.RuleLoneCR, Group: lint.Portability,
		Summary: "carriage return without a line feed",
		What:    "A carriage return is not followed by a line feed.",
		Why:     "Python ends a line there, Go and JavaScript do not: a fence, a key or a heading can be seen by one reader and not by another.",
		Bad: "-- pdf-forms/SKILL.md (escaped) --\n" +
			"---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form\\x0d first.\n",
		Good:   soundSkill,
		Source: "Agent Skills, client implementation guide; microsoft/cat-agent-skills",
		Levels: lint.Levels{lint.Any: parse.Warning, lint.Spec: 0},
	}
}
