package rules

import (
	"github.com/skillctl/skillctl/internal/secret"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func secretInFile() lint.Rule {
	return lint.Rule{
		ID:      "secret-in-file",
		Group:   lint.Security,
		Summary: "probable secret in a file",
		What:    "A private key or a token in the form that a well-known service gives out. Examples from documentation and placeholders are left alone. The finding never shows the secret.",
		Why:     "Whoever gets the skill gets the secret. Once published it must be revoked; deleting the line is not enough.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Calls a service. Use when testing.\n---\nUse the token ghp_" + "R4nd0mQ7xWz9LmK2vTbY8sHcJ5dFgN" + "0aE1uX.\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Calls a service. Use when testing.\n---\nUse the token in $GITHUB_TOKEN, or AKIAIOSFODNN7EXAMPLE in examples.\n",
		Source:  "snyk agent-scan W008; GitHub secret scanning patterns",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Check: func(p *lint.Pass) {
			for _, f := range textFiles(p) {
				for _, m := range secret.Find(f.Bytes()) {
					p.ReportIn(f, f.Span(m.Start, m.End), "probable secret: %s %s", m.Kind, m.Redacted).
						Hint("revoke it, and read it from the environment instead")
				}
			}
		},
	}
}
