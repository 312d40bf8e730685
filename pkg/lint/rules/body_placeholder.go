package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyPlaceholder() lint.Rule {
	return lint.Rule{
		ID: "body-placeholder", Group: lint.Body,
		Summary: "body holds a template's placeholder",
		What: "The body has `[TODO: ...]` or another text that skill templates leave to be filled in, outside of code. For `gemini` every " +
			"`TODO:` counts.",
		Why:         "The agent takes the placeholder for an instruction. The packager of Gemini CLI refuses files that contain `TODO:`.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n[TODO: 1-2 sentences explaining what this skill enables]\n",
		Good:        soundSkill,
		Source:      "anthropics/skills skill-creator, init_skill.py; google-gemini/gemini-cli package_skill.cjs",
		Levels:      lint.Levels{lint.Core: parse.Warning, lint.Gemini: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			for _, word := range []string{"[TODO:", "[TODO]", "TODO:", "Replace with actual implementation"} {
				at := outsideCode(p, word)
				if at < 0 {
					continue
				}
				f := p.Report(p.Skill.Lines.Span(at, at+len(word)), "%s is left to be filled in", word).Hint("write the text, or remove the line")
				if word == "TODO:" {
					f.At(lint.Levels{lint.Gemini: parse.Warning})
				}
				return
			}
		},
	}
}

// outsideCode is the offset in SKILL.md of the first occurrence of a word in
// the body that is not in code, or -1.
func outsideCode(p *lint.Pass, word string) int {
	for at := p.Skill.BodyStart; at < len(p.Skill.Source); at += len(word) {
		i := bytes.Index(p.Skill.Source[at:], []byte(word))
		if i < 0 {
			return -1
		}
		if at += i; !inCode(p.SkillFile(), at) {
			return at
		}
	}
	return -1
}
