package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionListing() lint.Rule {
	return lint.Rule{
		ID: "description-listing", Group: lint.Description,
		Summary: "description and when_to_use are cut in Claude Code's list",
		What:    "The description has more than 1,536 characters, alone or together with `when_to_use`.",
		Why:     "Claude Code appends one to the other in its list of skills and cuts the sum there: the end is never seen when a skill is chosen.",
		Bad: "---\nname: pdf-forms\ndescription: Fill in PDF forms.\nwhen_to_use: " + strings.Repeat("Use when the user has a form to complete. ", 40) +
			"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms.\nwhen_to_use: Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Claude Code documentation, skills (skillListingMaxDescChars); anthropics/claude-code#68135",
		Levels: lint.Levels{lint.Core: parse.Warning, lint.ClaudeCode: parse.Error},
		Check:  checkDescriptionListing,
	}
}

func checkDescriptionListing(p *lint.Pass) {
	_, v, ok := text(p.Skill, "description")
	when, w, both := text(p.Skill, "when_to_use")
	n, limit := utf8.RuneCountInString(p.Skill.Description)+utf8.RuneCountInString(when), clientOf(lint.ClaudeCode).Listing.Entry
	if !ok || n <= limit {
		return
	}
	if both {
		p.Report(w.Span, "description and when_to_use have %d characters together; Claude Code shows %d", n, limit).
			Hint("put what matters most first, the rest in the body")
		return
	}
	p.Report(v.Span, "description has %d characters; Claude Code shows %d", n, limit).
		Hint("put what matters most first, the rest in the body").At(lint.Levels{lint.ClaudeCode: parse.Error})
}
