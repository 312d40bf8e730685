package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlEscapedMarkdown() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLMarkdown, Group: lint.Frontmatter,
		Summary: "frontmatter was escaped by a Markdown editor",
		What:    "The frontmatter holds what Markdown editors make of YAML: `\\[`, `&nbsp;`, bold keys.",
		Why:     "YAML readers do not take it, so the skill is not loaded.",
		Bad:     "---\n\n**name**: pdf-forms\n\n**description**: Fill in PDF forms.\n\nallowed-tools: \\[Read\\]\n\n&nbsp; - a\n\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    soundSkill,
		Source:  "seen in uploads to registries",
		Levels:  lint.Levels{lint.Any: parse.Error},
	}
}
