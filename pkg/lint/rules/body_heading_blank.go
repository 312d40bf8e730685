package rules

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyHeadingBlank() lint.Rule {
	return lint.Rule{
		ID: "body-heading-blank", Group: lint.Body,
		Summary:     "no blank behind the # of a heading",
		What:        "A line outside of code begins with two to six `#` and a letter, with no blank between them.",
		Why:         "Markdown does not see a heading there: links to it lead nowhere and the text below it belongs to the section before.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n##Steps\n\nRead the form first.\n",
		Good:        "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n## Steps\n\nRead the form first.\n",
		Source:      "CommonMark 0.31, section 4.2",
		Levels:      lint.Levels{lint.Core: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			src := p.Skill.Source
			for at := p.Skill.BodyStart; ; {
				i := lineStart(src, []byte("##"), at)
				if i < 0 {
					return
				}
				n := len(src[i:]) - len(bytes.TrimLeft(src[i:], "#"))
				at = i + n
				if n > 6 || at >= len(src) || !isHeadingStart(src[at:]) || inCode(p.SkillFile(), i) {
					continue
				}
				p.Report(p.Skill.Lines.Span(i, at), "no blank behind the # of the heading").Hint("write a blank")
			}
		},
	}
}

// isHeadingStart says that a text begins as headings do: with a capital
// letter or one of another script.
func isHeadingStart(b []byte) bool {
	r, _ := utf8.DecodeRune(b)
	return unicode.IsUpper(r) || unicode.Is(unicode.Lo, r)
}
