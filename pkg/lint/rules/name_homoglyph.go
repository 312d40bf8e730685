package rules

import (
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameHomoglyph() lint.Rule {
	return lint.Rule{
		ID:      "name-mixed-scripts",
		Group:   lint.Security,
		Summary: "name that mixes letters of several scripts",
		What:    "A word of a skill's name that holds both Latin letters and Cyrillic or Greek ones. Words of one script are fine.",
		Why:     "Letters of different scripts look alike: such a name can pass for another skill's.",
		Bad:     "-- sk\u0456ll/SKILL.md --\n---\nname: sk\u0456ll\ndescription: Greets people. Use when testing.\n---\n# Body\n",
		Good:    "-- \u043d\u0430\u0432\u044b\u043a-tool/SKILL.md --\n---\nname: \u043d\u0430\u0432\u044b\u043a-tool\ndescription: Greets people. Use when testing.\n---\n# Body\n",
		Source:  "Unicode TR39; cisco-ai-defense/skill-scanner HOMOGLYPH_ATTACK",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, word := range strings.FieldsFunc(p.Skill.Name, func(r rune) bool { return !unicode.IsLetter(r) }) {
				if mixesScripts(word) {
					p.Report(valueSpan(p, "name"), "%q mixes letters of several scripts: %s", p.Skill.Name, spell(word)).
						Hint("write the name in one script")
				}
			}
		},
	}
}

// valueSpan is the value of a frontmatter key, or no span.
func valueSpan(p *lint.Pass, key string) parse.Span {
	if v, ok := p.Skill.Frontmatter.Lookup(key); ok {
		return v.Span
	}
	return parse.Span{}
}

func mixesScripts(word string) bool {
	latin, other := false, false
	for _, r := range word {
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee)
	}
	return latin && other
}

// spell writes a word with the code points of its letters that are not Latin.
func spell(word string) string {
	var b strings.Builder
	for _, r := range word {
		b.WriteString(escape.Hidden(string(r)))
		if !unicode.Is(unicode.Latin, r) {
			b.WriteString("(" + codePoint(r) + ")")
		}
	}
	return b.String()
}
