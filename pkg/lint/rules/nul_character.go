package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nulCharacter() lint.Rule {
	return lint.Rule{
		ID: parse.RuleNUL, Group: lint.Structure,
		Summary: "NUL character in SKILL.md",
		What:    "SKILL.md contains the character U+0000. In the frontmatter that is an error, in the body a warning.",
		Why:     "YAML forbids it, so a skill with one in its frontmatter does not load; in the body it cuts the text for programs written in C.",
		Bad:     "-- pdf-forms/SKILL.md (escaped) --\n---\nname: pdf-forms\ndescription: Fill in\\x00PDF forms.\n---\n\n# PDF forms\n",
		Good:    soundSkill,
		Source:  "YAML 1.2, section 5.1",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Check:   func(p *lint.Pass) { reportCharacters(p, parse.RuleNUL) },
	}
}

// reportCharacters passes on what the parser says about forbidden characters:
// in the body, which no YAML reader sees, they are warnings.
func reportCharacters(p *lint.Pass, rule string) {
	for _, d := range p.Diagnostics(rule) {
		f := pass(p, d)
		if strings.HasSuffix(d.Message, "U+0085") { // strict YAML takes it for a line end
			f.At(lint.Levels{lint.Any: parse.Error, lint.Spec: 0})
		}
		if p.Skill.Frontmatter != nil && d.Span.Start.Offset >= p.Skill.BodyStart {
			f.At(lint.Levels{lint.Any: parse.Warning, lint.Spec: 0})
		}
	}
}
