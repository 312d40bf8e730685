package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func skillFileName() lint.Rule {
	return lint.Rule{
		ID: "skill-file-name", Group: lint.Structure,
		Summary: "file is not named SKILL.md exactly",
		What:    "The skill's file is `skill.md`, `Skill.md` or another spelling.",
		Why:     "On Linux Claude Code and most other clients look for `SKILL.md` and find nothing; on macOS and Windows the same skill works.",
		Bad:     "-- pdf-forms/skill.md --\n" + soundSkill,
		Good:    "-- pdf-forms/SKILL.md --\n" + soundSkill,
		Source:  "Agent Skills specification, directory structure; anthropics/claude-code#16983",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Check: func(p *lint.Pass) {
			if p.Skill.FileName != "" && p.Skill.FileName != "SKILL.md" {
				p.Report(parse.Span{}, "found %s, expected SKILL.md", p.Skill.FileName).Hint("rename it: git mv %s SKILL.md", p.Skill.FileName)
			}
		},
	}
}
