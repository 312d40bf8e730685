package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func duplicateKey() lint.Rule {
	return lint.Rule{
		ID: parse.RuleDuplicateKey, Group: lint.Frontmatter,
		Summary: "key stands twice",
		What:    "A key occurs twice in the same mapping. Clients that take it read the last one; tRPC-Agent for Go reads the last one of any level.",
		Why:     "The YAML readers of Go and JavaScript refuse the file, so Gemini CLI and others do not load the skill; the rest silently use one of the two values.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nlicense: MIT\nlicense: Apache-2.0\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nlicense: Apache-2.0\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 3.2.1.3; agentskills/agentskills skills-ref (strictyaml)",
		Levels:  lint.Levels{lint.Any: parse.Error, lint.ClaudeAPI: parse.Warning, lint.TRPC: parse.Warning, lint.Tulip: parse.Warning},
	}
}
