package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func frontmatterDashes() lint.Rule {
	return lint.Rule{
		ID: "frontmatter-dashes", Group: lint.Frontmatter,
		Summary: "three hyphens inside of the frontmatter",
		What: "Three hyphens in a row stand somewhere between the fences: in a value, a comment or a block of text. For `spec` this " +
			"rule then decides alone: an error when the reference validator refuses what is left of the frontmatter before them, else a warning.",
		Why: "The reference validator, Google ADK, ToolHive and Spring AI end the frontmatter at the first three hyphens they meet. " +
			"The description is cut there and the rest becomes part of the body.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms --- also scanned ones. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms, also scanned ones. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "agentskills/agentskills skills-ref parser; github/spec-kit, pull request 3739",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Warning},
		Settles: lint.Spec,
		Check:   checkFrontmatterDashes,
	}
}

func checkFrontmatterDashes(p *lint.Pass) {
	fm := p.Skill.Frontmatter
	if fm == nil {
		return
	}
	from := fm.Open.Start.Offset + len("---")
	at := bytes.Index(p.Skill.Source[from:], []byte("---")) + from
	if at < from || at >= fm.Close.Start.Offset {
		return
	}
	f := p.Report(p.Skill.Lines.Span(at, at+len("---")), "three hyphens inside of the frontmatter, where some readers end it").
		Hint("write a dash, or other characters than hyphens")
	if referenceProblem(p.Skill) != "" {
		f.At(lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Error})
	}
}
