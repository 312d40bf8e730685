package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

func descriptionTooLong() lint.Rule {
	return lint.Rule{
		ID: "description-too-long", Group: lint.Description,
		Summary: "description is longer than 1024 characters",
		What: "The description has more than 1024 characters (code points, not bytes). The reference validator counts the value " +
			"as YAML delivers it, with the line end of a block scalar; clients trim it first.",
		Why:    "Codex does not load such a skill, uploads to claude.ai are refused, and others cut the text.",
		Bad:    "---\nname: pdf-forms\ndescription: " + strings.Repeat("Fill in PDF forms of every kind. ", 32) + "\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms of every kind. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Agent Skills specification, description; openai/codex core-skills; anthropics/claude-code#56832",
		Levels: lint.Levels{lint.Core: parse.Error, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error, lint.Codex: parse.Error, lint.VSCode: parse.Warning},
		Check:  checkDescriptionTooLong,
	}
}

func checkDescriptionTooLong(p *lint.Pass) {
	trimmed, v, ok := text(p.Skill, "description")
	if !ok {
		return
	}
	switch n, raw := utf8.RuneCountInString(trimmed), utf8.RuneCountInString(v.Text); {
	case n > client.MaxDescription:
		p.Report(v.Span, "description has %d characters; the limit is %d", n, client.MaxDescription).
			Hint("keep what the skill does and when to use it; move the rest to the body")
	case raw > client.MaxDescription:
		p.Report(v.Span, "description has %d characters, %d of them blanks around it; the limit is %d", raw, raw-n, client.MaxDescription).
			Hint("drop the blanks, or write >- instead of > (|- instead of |)").
			At(lint.Levels{lint.Spec: parse.Error})
	}
}
