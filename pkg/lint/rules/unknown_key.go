package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func unknownKey() lint.Rule {
	return lint.Rule{
		ID: "unknown-key", Group: lint.Frontmatter,
		Summary: "key that no known client reads",
		What:    "A top-level key is neither one of the six of the specification nor one that a known client defines.",
		Why: "The key has no effect. The reference validator and uploads to claude.ai refuse the skill for it; the place for one's own " +
			"values is `metadata`.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmaintainer: forms team\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  maintainer: forms team\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Agent Skills specification, frontmatter; agentskills/agentskills skills-ref validator",
		Levels: lint.Levels{lint.Core: parse.Info, lint.VSCode: parse.Info, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error},
		Check: func(p *lint.Pass) {
			for _, k := range foreignKeys(p) {
				if k.meant == "" && len(k.readers.titles) == 0 {
					p.Report(k.KeySpan, "key %q is read by no known client", k.Key).Hint("put it below metadata")
				}
			}
		},
	}
}
