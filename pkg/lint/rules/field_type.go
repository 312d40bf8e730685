package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fieldType() lint.Rule {
	return lint.Rule{
		ID: parse.RuleFieldType, Group: lint.Frontmatter,
		Summary: "field has a value of the wrong type",
		What: "`name`, `description`, `license` or `compatibility` is a list or a mapping instead of a text, `metadata` is no mapping, " +
			"or `allowed-tools` is a mapping.",
		Why: "Readers with typed fields fail on the whole skill; others ignore the field. The reference validator refuses a " +
			"compatibility that is no text.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ncompatibility:\n  python: \">=3.10\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\ncompatibility: Needs Python 3.10 or newer\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Agent Skills specification, frontmatter; agent-ecosystem/skill-validator#92",
		Levels: lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Warning},
		Check:  checkFieldType,
	}
}

func checkFieldType(p *lint.Pass) {
	if p.Skill.Frontmatter == nil || !p.Skill.Frontmatter.Valid {
		return // types of recovered values are guesses
	}
	for _, f := range []struct {
		key    string
		levels lint.Levels
	}{
		{"name", lint.Levels{lint.Any: parse.Error, lint.ClaudeCode: parse.Warning, lint.TRPC: parse.Warning}},
		{"description", lint.Levels{lint.Any: parse.Error, lint.ClaudeCode: parse.Warning, lint.TRPC: parse.Warning}},
		{"license", lint.Levels{lint.Core: parse.Info, lint.Spec: parse.Warning}},
		{"compatibility", lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error}},
	} {
		if v := field(p.Skill, f.key); v != nil && (v.Kind == parse.Sequence || v.Kind == parse.Mapping) {
			p.Report(v.Span, "%s is a %s, not a text", f.key, kindName(v)).Hint("write it as one text").At(f.levels)
		}
	}
	if v := field(p.Skill, "metadata"); v != nil && v.Kind != parse.Mapping && v.Kind != parse.Null {
		p.Report(v.Span, "metadata is a %s, not a mapping", kindName(v)).Hint("write keys with values below it").
			At(lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Warning, lint.VSCode: parse.Warning})
	}
	if v := field(p.Skill, "allowed-tools"); v != nil && v.Kind == parse.Mapping {
		p.Report(v.Span, "allowed-tools is a mapping, not a text").Hint("write the tools on one line, separated by blanks").
			At(lint.Levels{lint.Any: parse.Warning, lint.ClaudeCode: parse.Error})
	}
}

func kindName(v *parse.Value) string {
	switch v.Kind {
	case parse.Sequence:
		return "list"
	case parse.Mapping:
		return "mapping"
	case parse.Scalar:
		return "text"
	case parse.Null:
	}
	return "null"
}
