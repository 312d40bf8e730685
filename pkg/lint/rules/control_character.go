package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func controlCharacter() lint.Rule {
	return lint.Rule{
		ID: parse.RuleControl, Group: lint.Structure,
		Summary: "control character in SKILL.md",
		What: "SKILL.md contains a control character other than tab and line ends: U+0001 to U+001F, U+007F, in the frontmatter also " +
			"U+0080 to U+009F. In the frontmatter that is an error, in the body a warning.",
		Why: "YAML forbids them, and a terminal obeys them. Those from U+0080 on are usually what is left of text that was encoded " +
			"as UTF-8 twice.",
		Bad:    "-- pdf-forms/SKILL.md (escaped) --\n---\nname: pdf-forms\ndescription: Fill in \\u{1b}PDF forms.\n---\n\n# PDF forms\n",
		Good:   soundSkill,
		Source: "YAML 1.2, section 5.1; vybestack/llxprt-code#1801",
		Levels: lint.Levels{lint.Any: parse.Error},
		Check:  func(p *lint.Pass) { reportCharacters(p, parse.RuleControl) },
	}
}
