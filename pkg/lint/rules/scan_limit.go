package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func scanLimit() lint.Rule {
	return lint.Rule{
		ID: parse.RuleScanLimit, Group: lint.Structure,
		Summary: "the search for skills has something to say about a path",
		What: "The search for skills stopped at one of its limits (16 levels of directories, 200,000 directories) or met a directory " +
			"that it could not read.",
		Why:    "Skills beyond that place are neither listed nor checked.",
		Bad:    "-- " + strings.Repeat("d/", 20) + "pdf-forms/SKILL.md --\n" + soundSkill,
		Good:   "-- skills/pdf-forms/SKILL.md --\n" + soundSkill,
		Source: "Agent Skills, client implementation guide, discovery",
		Levels: lint.Levels{lint.Any: parse.Warning, lint.Spec: 0},
	}
}
