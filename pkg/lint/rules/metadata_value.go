package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func metadataValue() lint.Rule {
	return lint.Rule{
		ID: "metadata-value", Group: lint.Frontmatter,
		Summary: "metadata value is no text",
		What: "A value of `metadata` is an unquoted number, boolean, date or null, or a list or mapping. `core` reports unquoted values " +
			"only: a warning where readers lose characters, as `1.10` becomes 1.1, else an info.",
		Why: "The specification maps texts to texts. Typed readers fail on anything else, and a version `1.0` arrives as the number 1. " +
			"Quotes keep what is written.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  version: 1.10\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  version: \"1.10\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Agent Skills specification, metadata; agent-ecosystem/skill-validator, pull request 40",
		Levels:  lint.Levels{lint.Core: parse.Info, lint.Spec: parse.Warning},
		Fixable: true,
		Check: func(p *lint.Pass) {
			if p.Skill.Frontmatter == nil || !p.Skill.Frontmatter.Valid {
				return
			}
			for _, e := range p.Skill.Metadata {
				checkMetadataValue(p, e)
			}
		},
	}
}

func checkMetadataValue(p *lint.Pass, e parse.Entry) {
	v := e.Value
	if v == nil {
		return
	}
	switch kind := yamlType(v); {
	case kind != "":
		f := p.Report(v.Span, "metadata.%s is %s, not a text", e.Key, kind).Hint("write %s: '%s'", e.Key, v.Text).Fix(quoted(v))
		if losesDigits(v) {
			f.At(lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Warning})
		}
	case v.Kind == parse.Sequence || v.Kind == parse.Mapping:
		p.Report(v.Span, "metadata.%s is a %s, not a text", e.Key, kindName(v)).
			Hint("the specification maps texts to texts; clients differ in what they make of this").
			At(lint.Levels{lint.Spec: parse.Warning})
	}
}

// losesDigits says that reading the scalar as a number and writing it again
// gives another text.
func losesDigits(v *parse.Value) bool {
	switch v.Tag {
	case "float":
		return strings.HasSuffix(v.Text, "0") || strings.ContainsAny(v.Text, "eE_")
	case "int":
		digits := strings.TrimLeft(v.Text, "+-")
		return len(digits) > 1 && (digits[0] == '0' || strings.Contains(digits, "_"))
	}
	return false
}
