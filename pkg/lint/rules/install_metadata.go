package rules

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func installMetadata() lint.Rule {
	return lint.Rule{
		ID: "install-metadata", Group: lint.Frontmatter,
		Summary: "metadata that an installer wrote",
		What: "`metadata` has keys that `gh skill install` writes into installed copies: `github-repo`, `github-ref`, " +
			"`github-tree-sha`, `github-path`, `github-pinned` or `local-path`.",
		Why: "They tell where this copy came from. In the original they are wrong for everybody who installs from it, and " +
			"`gh skill publish` refuses them.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  github-repo: https://github.com/octocat/skills\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "cli/cli pkg/cmd/skills/publish",
		Levels: lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, e := range p.Skill.Metadata {
				if slices.Contains([]string{"github-repo", "github-ref", "github-tree-sha", "github-path", "github-pinned", "local-path"}, e.Key) {
					p.Report(e.KeySpan, "metadata.%s was written by an installer", e.Key).Hint("remove it from the original")
				}
			}
		},
	}
}
