package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func frontmatterTooLarge() lint.Rule {
	return lint.Rule{
		ID: parse.RuleFrontmatterTooLarge, Group: lint.Frontmatter,
		Summary: "frontmatter is larger than 64 KiB",
		What:    "The frontmatter has more than 65,536 bytes. What goes beyond is not read as YAML.",
		Why:     "ToolHive refuses such a file, and every client keeps the frontmatter in memory for each skill.",
		Bad: "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  notes: " +
			strings.Repeat("far too much ", 5100) + "\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "stacklok/toolhive pkg/skills",
		Levels: lint.Levels{lint.Any: parse.Error, lint.Spec: parse.Warning},
	}
}
