package rules

import (
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionNoTrigger() lint.Rule {
	return lint.Rule{
		ID: "description-no-trigger", Group: lint.Description,
		Summary: "description does not say when to use the skill",
		What: "An English description has none of the words with which one says when a skill applies: when, use, for, if, " +
			"trigger, before, after, while and their forms. Descriptions in other languages are left alone.",
		Why:    "An agent decides by the description alone. One that says what the skill is, but not when it helps, is chosen too rarely.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in interactive PDF forms and flatten the result.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in interactive PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Agent Skills, optimizing descriptions",
		Levels: lint.Levels{lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			d, v, ok := text(p.Skill, "description")
			if ok && columns(d) >= 20 && isEnglish(d) && !hasTrigger(d) && !isTemplateText(d) {
				p.Report(v.Span, "description does not say when to use the skill").Hint("add a sentence such as \"Use when the user ...\"")
			}
		},
	}
}

// isEnglish says that a text has one of the words without which few English
// sentences get by, and hardly a letter beyond ASCII.
func isEnglish(s string) bool {
	letters, other, english := 0, 0, false
	for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "the", "and", "of", "to", "with", "from", "by", "or", "that":
			english = true
		}
		for _, r := range word {
			letters++
			if r >= unicode.MaxASCII {
				other++
			}
		}
	}
	return english && other*50 < letters
}

func hasTrigger(d string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(d), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "when", "whenever", "use", "used", "uses", "using", "useful", "for", "if", "before", "after", "while", "during", "where", "trigger", "triggers", "triggered", "invoke", "invoked", "asks", "asked", "run", "call", "apply":
			return true
		}
	}
	return false
}
