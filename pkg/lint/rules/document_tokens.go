package rules

import (
	"path"

	"github.com/skillctl/skillctl/internal/tokens"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func documentTokens() lint.Rule {
	return lint.Rule{
		ID: "document-tokens", Group: lint.Size,
		Summary: "a document is too long to be read at once",
		What: "A Markdown or text file of the skill that agents read on demand is estimated at more than 10,000 tokens (info) or " +
			"25,000 tokens (warning). Documents of the project whose top folder the skill is, which SKILL.md does not name, are a remark; files of templates, " +
			"examples and tests are left alone.",
		Why: "An agent that opens the file spends a large part of its context on it, or gets only its beginning: Claude Code reads at " +
			"most 25,000 tokens of a file.",
		Bad:         "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/references/fields.md (120000 bytes) --\nA field has a name and a value.\n",
		Good:        "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/references/fields.md --\nA field has a name and a value.\n",
		Source:      "agent-ecosystem/skill-validator; Claude Code documentation, Read",
		Levels:      lint.Levels{lint.Core: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				n := tokens.EstimateBytes(f.Resource.Bytes)
				if f.Resource.Kind != parse.Doc || n <= longDocumentTokens || isMaterial(f.Path) || path.Base(f.Path) == "SKILL.md" {
					continue
				}
				found := p.ReportPath(f.Path, "about %d tokens; an agent that reads it spends them all", n).
					Hint("split it by topic, and say in SKILL.md which part holds what")
				if n <= hugeDocumentTokens || ofProject(p, f) {
					found.At(lint.Levels{lint.Core: parse.Info})
				}
			}
		},
	}
}
