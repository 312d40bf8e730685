package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsBlank() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-blank", Group: lint.Tools,
		Summary: "blank inside of the parentheses of a tool",
		What:    "A token of `allowed-tools` has a blank in its parentheses, such as `Bash(git diff *)`.",
		Why: "Tulip, Google ADK and others split the text at every blank and see `Bash(git`, `diff` and `*)`. Claude Code also takes " +
			"`Bash(git:*)`, which has none.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Bash(qpdf --check *) Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Bash(qpdf:*) Read\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "tuliplabs-ai/tulip-agents skills/models.py; google/adk-python skills/models.py",
		Levels: lint.Levels{lint.Tulip: parse.Error},
		Check: func(p *lint.Pass) {
			if v := field(p.Skill, "allowed-tools"); v == nil || v.Kind != parse.Scalar {
				return
			}
			for _, t := range p.Skill.AllowedTools {
				if strings.ContainsAny(t.Specifier, " \t") {
					p.Report(t.Span, "%s is split at its blanks", t.Raw).Hint("write a pattern without blanks, or a YAML list")
				}
			}
		},
	}
}
