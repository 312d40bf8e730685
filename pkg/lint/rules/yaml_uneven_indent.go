package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlUnevenIndent() lint.Rule {
	return lint.Rule{
		ID: "yaml-uneven-indent", Group: lint.Frontmatter,
		Summary: "mappings side by side are indented differently",
		What:    "Two keys of one mapping hold mappings that begin at different columns.",
		Why:     "The reference validator's strict YAML refuses that. Other readers take it.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  a:\n    x: \"1\"\n  b:\n      y: \"2\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  a:\n    x: \"1\"\n  b:\n    y: \"2\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "agentskills/agentskills skills-ref (strictyaml)",
		Levels:  lint.Levels{lint.Spec: parse.Error},
		Check: func(p *lint.Pass) {
			if p.Skill.Frontmatter == nil || !p.Skill.Frontmatter.Valid {
				return
			}
			if v := unevenMapping(p.Skill.Frontmatter.Entries); v != nil {
				p.Report(v.Span, "mapping is indented to column %d, the one before it to another", v.Span.Start.Column).
					Hint("indent mappings of one level alike")
			}
		},
	}
}

// unevenMapping finds a mapping that begins at another column than the first
// mapping among its siblings, at any depth.
func unevenMapping(entries []parse.Entry) *parse.Value {
	column := 0
	for _, e := range entries {
		if e.Value == nil || e.Value.Kind != parse.Mapping || e.Value.Alias != "" {
			continue
		}
		if column == 0 {
			column = e.Value.Span.Start.Column
		}
		if e.Value.Span.Start.Column != column {
			return e.Value
		}
		if v := unevenMapping(e.Value.Entries); v != nil {
			return v
		}
	}
	return nil
}
