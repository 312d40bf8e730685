package rules

import (
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
	"golang.org/x/text/unicode/norm"
)

func nameTooLong() lint.Rule {
	return lint.Rule{
		ID: "name-too-long", Group: lint.Naming,
		Summary: "name is longer than 64 characters",
		What:    "The name, trimmed and in Unicode form NFKC, has more than 64 characters (code points).",
		Why:     "The specification ends at 64. Codex does not load such a skill, and uploads to claude.ai are refused.",
		Bad: "---\nname: fill-in-and-flatten-every-kind-of-interactive-or-scanned-pdf-form-there-is\n" +
			"description: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "Agent Skills specification, name; openai/codex core-skills",
		Levels: lint.Levels{
			lint.Core: parse.Error, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error, lint.Codex: parse.Error,
			lint.VSCode: parse.Warning, lint.OpenClaw: parse.Warning, lint.Tulip: parse.Info,
		},
		Check: func(p *lint.Pass) {
			raw, v, ok := text(p.Skill, "name")
			if n := utf8.RuneCountInString(norm.NFKC.String(raw)); ok && n > client.MaxName {
				p.Report(v.Span, "name has %d characters; the limit is %d", n, client.MaxName).
					Hint("shorten it, and the directory's name with it")
			}
		},
	}
}
