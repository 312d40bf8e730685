package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsIgnored() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-ignored", Group: lint.Tools,
		Summary: "allowed-tools has no effect in a client",
		What:    "The skill has `allowed-tools`, and the profile is of a client that does not read the key.",
		Why:     "VS Code, Codex and Gemini CLI ask for each tool as they always do. A skill that relies on the approval stops there.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "microsoft/vscode promptSyntax; openai/codex core-skills; google-gemini/gemini-cli skills",
		Levels:  lint.Levels{lint.VSCode: parse.Info, lint.Codex: parse.Info, lint.Gemini: parse.Info},
		Check: func(p *lint.Pass) {
			if e, ok := topEntry(p.Skill, "allowed-tools"); ok && len(p.Skill.AllowedTools) > 0 {
				p.Report(e.KeySpan, "allowed-tools is not read by VS Code, Codex and Gemini CLI").
					Hint("the skill must work when each tool is asked for")
			}
		},
	}
}
