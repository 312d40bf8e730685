package rules

import (
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameNotASCII() lint.Rule {
	return lint.Rule{
		ID: "name-not-ascii", Group: lint.Naming,
		Summary: "name has letters outside of a to z",
		What: "The name has letters or digits that are not ASCII. The specification speaks of \"unicode lowercase alphanumeric characters (`a-z`, `0-9`)\" " +
			"and its validator allows every script.",
		Why: "Uploads to claude.ai, well-known indexes, Google ADK and Microsoft's Agent Framework take ASCII only, and two spellings " +
			"that look alike can be different names.",
		Bad:    "---\nname: formulaires-à-remplir\ndescription: Fill in French forms. Use when the user has a form to complete.\n---\n\n# Forms\n\nRead the form first.\n",
		Good:   "---\nname: formulaires-a-remplir\ndescription: Fill in French forms. Use when the user has a form to complete.\n---\n\n# Forms\n\nRead the form first.\n",
		Source: "Agent Skills specification, name; anthropics/skills quick_validate.py",
		Levels: lint.Levels{
			lint.Core: parse.Warning, lint.Spec: parse.Warning, lint.ClaudeAPI: parse.Error, lint.OpenClaw: parse.Warning,
			lint.VSCode: parse.Error,
		},
		Check: func(p *lint.Pass) {
			raw, v, ok := text(p.Skill, "name")
			if !ok {
				return
			}
			for _, r := range raw {
				if r >= utf8.RuneSelf && isNameRune(r) {
					p.Report(v.Span, "name %q has %q (U+%04X), which is not an ASCII letter or digit", raw, string(r), r).
						Hint("the reference validator takes it; many clients and registries do not")
					return
				}
			}
		},
	}
}
