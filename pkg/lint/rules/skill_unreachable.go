package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func skillUnreachable() lint.Rule {
	return lint.Rule{
		ID: "skill-unreachable", Group: lint.Client,
		Summary: "neither the agent nor the user can start the skill",
		What:    "`disable-model-invocation` is true and `user-invocable` is false.",
		Why:     "Claude Code, VS Code and OpenClaw then offer the skill to nobody.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ndisable-model-invocation: true\nuser-invocable: false\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ndisable-model-invocation: true\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Claude Code documentation, skills",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.ClaudeCode: parse.Warning, lint.VSCode: parse.Warning, lint.OpenClaw: parse.Warning},
		Check: func(p *lint.Pass) {
			off, _, _ := text(p.Skill, "disable-model-invocation")
			user, v, ok := text(p.Skill, "user-invocable")
			if ok && isTrue(off) && isFalse(user) {
				p.Report(v.Span, "neither the agent nor the user can start the skill").Hint("remove one of disable-model-invocation and user-invocable")
			}
		},
	}
}

// isTrue and isFalse read a boolean as Claude Code does.
func isTrue(s string) bool {
	return slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(s))
}

func isFalse(s string) bool {
	return slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(s))
}
