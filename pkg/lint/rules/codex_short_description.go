package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

func codexShortDescription() lint.Rule {
	return lint.Rule{
		ID: "codex-short-description", Group: lint.Client,
		Summary: "metadata.short-description is longer than Codex takes",
		What:    "The text of `metadata.short-description` has more than 1024 characters.",
		Why:     "Codex does not load the skill and lists it under errors.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  short-description: " + strings.Repeat("Fill in PDF forms of every kind. ", 32) + "\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  short-description: Fill in PDF forms\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "openai/codex core-skills",
		Levels:  lint.Levels{lint.Core: parse.Error, lint.Codex: parse.Error},
		Check: func(p *lint.Pass) {
			v, ok := field(p.Skill, "metadata").Lookup("short-description")
			if !ok || v == nil || v.Kind != parse.Scalar {
				return
			}
			if n := utf8.RuneCountInString(strings.TrimSpace(v.Text)); n > client.MaxDescription {
				p.Report(v.Span, "metadata.short-description has %d characters; Codex takes at most %d", n, client.MaxDescription).Hint("shorten it")
			}
		},
	}
}
