package rules

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func clientDepth() lint.Rule {
	return lint.Rule{
		ID: "client-depth", Group: lint.Client,
		Summary: "skill lies too deep for the client whose directory it is in",
		What: "The skill lies more than one level below `.claude/skills`, `.github/skills` or `.gemini/skills`, as in " +
			"`.claude/skills/documents/pdf-forms`.",
		Why:    "Claude Code, VS Code and Gemini CLI look exactly one level deep. They do not see the skill and do not say so.",
		Bad:    "-- .claude/skills/documents/pdf-forms/SKILL.md --\n" + soundSkill,
		Good:   "-- .claude/skills/pdf-forms/SKILL.md --\n" + soundSkill,
		Source: "anthropics/claude-code#88400, anthropics/claude-code#18192",
		Levels: lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			dir := path.Dir(p.Skill.Path)
			if p.Skill.Dir != "" {
				dir = strings.ReplaceAll(p.Skill.Dir, `\`, "/")
			}
			elements := strings.Split(dir, "/")
			for i := 0; i+3 < len(elements); i++ {
				client, profile := oneLevelClient(elements[i])
				if client == "" || elements[i+1] != "skills" {
					continue
				}
				p.Report(parse.Span{}, "%s looks one level below %s/skills and does not see this skill", client, elements[i]).
					Hint("move the directory to %s/skills/%s", elements[i], elements[len(elements)-1]).
					At(lint.Levels{lint.Core: parse.Warning, profile: parse.Error})
			}
		},
	}
}

// oneLevelClient is the client whose skills lie exactly one level below the
// directory's skills.
func oneLevelClient(dir string) (string, lint.Profile) {
	switch dir {
	case ".claude":
		return "Claude Code", lint.ClaudeCode
	case ".github":
		return "VS Code", lint.VSCode
	case ".gemini":
		return "Gemini CLI", lint.Gemini
	}
	return "", lint.Any
}
