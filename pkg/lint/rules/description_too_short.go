package rules

import (
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionTooShort() lint.Rule {
	return lint.Rule{
		ID: "description-too-short", Group: lint.Description,
		Summary:     "description is too short to choose the skill by",
		What:        "The description takes fewer than 20 columns (a Chinese, Japanese or Korean character takes two) and has fewer than four words.",
		Why:         "The description is all an agent sees when it decides whether to load the skill.",
		Bad:         "---\nname: pdf-forms\ndescription: Fills forms.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:        soundSkill,
		Source:      "Agent Skills specification, description; optimizing descriptions",
		Levels:      lint.Levels{lint.Core: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			d, v, ok := text(p.Skill, "description")
			if ok && d != "" && columns(d) < 20 && len(strings.Fields(d)) < 4 && !restatesName(p.Skill.Name, d) {
				p.Report(v.Span, "description %q is too short to choose the skill by", d).
					Hint("say what the skill does and when to use it")
			}
		},
	}
}

// columns counts characters, those of East Asian scripts twice: they say more.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			n++
		}
	}
	return n
}
