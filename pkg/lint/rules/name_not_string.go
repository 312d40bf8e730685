package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func nameNotString() lint.Rule {
	return lint.Rule{
		ID: "name-not-string", Group: lint.Naming,
		Summary: "unquoted name is no text for some YAML readers",
		What: "The name is unquoted and reads as a number, a boolean, a date or null: `123`, `true`, and for YAML 1.1 readers " +
			"also `yes`, `no`, `on` and `off`.",
		Why: "Typed readers then get something else than a text: claude.ai refuses the upload, PyYAML turns `yes` into `True`, " +
			"and the skill answers to a name nobody wrote.",
		Bad:     "---\nname: yes\ndescription: Answer yes. Use when the user wants agreement.\n---\n\n# Yes\n\nSay yes.\n",
		Good:    "---\nname: 'yes'\ndescription: Answer yes. Use when the user wants agreement.\n---\n\n# Yes\n\nSay yes.\n",
		Source:  "YAML 1.1 and 1.2 core schema; anthropics/skills quick_validate.py",
		Levels:  lint.Levels{lint.Core: parse.Info, lint.ClaudeAPI: parse.Error},
		Fixable: true,
		Check: func(p *lint.Pass) {
			v := field(p.Skill, "name")
			kind := yamlType(v)
			if kind == "" {
				return
			}
			p.Report(v.Span, "unquoted name %s is %s for some YAML readers", v.Text, kind).Hint("write name: '%s'", v.Text).Fix(quoted(v))
		},
	}
}

// yamlType names the type other than text that some YAML readers give a plain
// scalar, or "".
func yamlType(v *parse.Value) string {
	if !isPlain(v) {
		return ""
	}
	switch v.Tag {
	case "int", "float":
		return "a number"
	case "bool":
		return "a boolean"
	case "timestamp":
		return "a date"
	}
	if slices.Contains([]string{"yes", "no", "on", "off"}, strings.ToLower(v.Text)) {
		return "a boolean"
	}
	return ""
}
