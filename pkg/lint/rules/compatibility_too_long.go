package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

func compatibilityTooLong() lint.Rule {
	return lint.Rule{
		ID: "compatibility-too-long", Group: lint.Frontmatter,
		Summary: "compatibility is longer than 500 characters",
		What:    "The text of `compatibility` has more than 500 characters (code points).",
		Why:     "The reference validator and uploads to claude.ai refuse it, deepagents cuts it.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ncompatibility: " + strings.Repeat("Needs Python 3.10 or newer. ", 20) + "\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ncompatibility: Needs Python 3.10 or newer\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Agent Skills specification, compatibility",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error},
		Check: func(p *lint.Pass) {
			_, v, ok := text(p.Skill, "compatibility")
			if !ok {
				return
			}
			if n := utf8.RuneCountInString(v.Text); n > client.MaxCompatibility {
				p.Report(v.Span, "compatibility has %d characters; the limit is %d", n, client.MaxCompatibility).
					Hint("name the product, packages and network access that are needed; describe them in the body")
			}
		},
	}
}
