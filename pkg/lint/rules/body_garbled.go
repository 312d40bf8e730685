package rules

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyGarbled() lint.Rule {
	return lint.Rule{
		ID: "body-garbled", Group: lint.Body,
		Summary: "text was decoded wrongly",
		What: "SKILL.md has the replacement character U+FFFD, or sequences such as `â€™` and `Ã©`, which appear when UTF-8 is read as " +
			"Windows-1252 and saved again. Code is left alone.",
		Why:         "The original characters are lost, and the agent reads nonsense in their place.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the userâ€™s form first.\n",
		Good:        "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the user’s form first.\n",
		Source:      "seen in public skills; WHATWG Encoding Standard",
		Levels:      lint.Levels{lint.Core: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			src := p.Skill.Source
			if !bytes.Contains(src, []byte("\u00e2\u20ac")) && !bytes.Contains(src, []byte("\u00c3")) && !bytes.Contains(src, []byte("\ufffd")) {
				return
			}
			first, count := -1, 0
			for _, word := range garbledSequences() {
				for at := 0; ; at += len(word) {
					i := bytes.Index(src[at:], []byte(word))
					if i < 0 {
						break
					}
					at += i
					if inCode(p.SkillFile(), at) {
						continue
					}
					if count++; first < 0 || at < first {
						first = at
					}
				}
			}
			if count > 0 {
				p.Report(p.Skill.Lines.Span(first, first+utf8RuneLen(src[first:])), "text that was decoded wrongly, %s", times(count)).
					Hint("restore the original characters and save the file as UTF-8")
			}
		},
	}
}

// garbledSequences are what common characters become when their UTF-8 is read
// as Windows-1252.
func garbledSequences() []string {
	return []string{
		"\ufffd", "â€™", "â€˜", "â€œ", "â€\u009d", "â€“", "â€”", "â€¦", "â€¢", "â†’", "âœ…", "Ã©", "Ã¨", "Ã¤", "Ã¶", "Ã¼", "Ã±", "Ã§", "ðŸ",
	}
}

func utf8RuneLen(b []byte) int {
	_, size := utf8.DecodeRune(b)
	return size
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
