package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func mixedLineEnds() lint.Rule {
	return lint.Rule{
		ID: parse.RuleMixedLineEnds, Group: lint.Portability,
		Summary: "lines of SKILL.md end in different ways",
		What:    "Some lines end with CRLF, others with LF.",
		Why:     "Editors and version control change such files without being asked, and content hashes with them.",
		Bad: "-- pdf-forms/SKILL.md (escaped) --\n" +
			"---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\\x0d\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "affaan-m/everything-claude-code, repo-scan",
		Levels: lint.Levels{lint.Any: parse.Info, lint.Spec: 0},
	}
}
