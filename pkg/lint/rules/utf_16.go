package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func utf16() lint.Rule {
	return lint.Rule{
		ID: parse.RuleUTF16, Group: lint.Structure,
		Summary: "SKILL.md is UTF-16 or UTF-32",
		What:    "SKILL.md is encoded as UTF-16 or UTF-32, known by its byte order mark or by the zero bytes around its hyphens.",
		Why:     "Clients read UTF-8 and see no frontmatter; the reference validator ends with a traceback.",
		Bad:     "-- pdf-forms/SKILL.md (escaped) --\n\\xff\\xfe-\\x00-\\x00-\\x00\n",
		Good:    soundSkill,
		Source:  "NVIDIA/SkillEvaluator#91",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
