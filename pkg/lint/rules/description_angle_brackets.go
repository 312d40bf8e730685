package rules

import (
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionAngleBrackets() lint.Rule {
	return lint.Rule{
		ID: "description-angle-brackets", Group: lint.Description,
		Summary: "description contains < or >",
		What:    "The description contains an angle bracket. For `core` only what looks like a tag, such as `<name>`, is reported.",
		Why: "claude.ai and its packager refuse descriptions with angle brackets, since the catalog of skills is XML. Gemini CLI " +
			"writes them into its catalog unescaped.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in <form> elements of PDF files. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in form elements of PDF files. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "anthropics/skills quick_validate.py; google-gemini/gemini-cli skills",
		Levels: lint.Levels{lint.Core: parse.Info, lint.ClaudeAPI: parse.Error, lint.Gemini: parse.Warning},
		Check:  checkDescriptionAngle,
	}
}

func checkDescriptionAngle(p *lint.Pass) {
	d, v, ok := text(p.Skill, "description")
	if !ok || !strings.ContainsAny(d, "<>") {
		return
	}
	f := p.Report(v.Span, "description contains %q", d[strings.IndexAny(d, "<>"):][:1]).Hint("write it without angle brackets")
	if !hasTag(d) {
		f.At(lint.Levels{lint.ClaudeAPI: parse.Error})
	}
}

// hasTag says that the text has something like <word> or </word>.
func hasTag(s string) bool {
	for {
		_, rest, found := strings.Cut(s, "<")
		if !found {
			return false
		}
		inner, _, closed := strings.Cut(strings.TrimPrefix(rest, "/"), ">")
		if closed && inner != "" && len(inner) <= 40 && unicode.IsLetter(rune(inner[0])) && !strings.Contains(inner, "<") {
			return true
		}
		s = rest
	}
}
