package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func clientKey() lint.Rule {
	return lint.Rule{
		ID: "client-key", Group: lint.Frontmatter,
		Summary: "key that only some clients read",
		What: "A top-level key is not one of the six of the specification, but a client defines it, such as `argument-hint` or " +
			"`disable-model-invocation`. Client profiles report the keys which that client does not read.",
		Why: "Where the key is not known it has no effect, so the skill behaves differently there. The reference validator and " +
			"uploads to claude.ai refuse every key beyond the six.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nargument-hint: FILE\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "agentskills/agentskills#277; anthropics/claude-code#25380; client documentation",
		Levels: lint.Levels{lint.Any: parse.Info, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error},
		Check: func(p *lint.Pass) {
			for _, k := range foreignKeys(p) {
				if k.meant != "" || len(k.readers.titles) == 0 {
					continue
				}
				levels := clientKey().Levels
				for _, reader := range k.readers.profiles {
					levels[reader] = 0
				}
				p.Report(k.KeySpan, "key %s is read by %s only", k.Key, k.readers.names()).
					Hint("other clients ignore it; uploads to claude.ai and the reference validator refuse it").At(levels)
			}
		},
	}
}
