package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlEscape() lint.Rule {
	return lint.Rule{
		ID: parse.RuleYAMLEscape, Group: lint.Frontmatter,
		Summary: "escape that YAML readers disagree on",
		What: "A double-quoted text has an escape that YAML does not know, such as `\\'`, or half of a surrogate pair, such as " +
			"`\\ud83d\\udc8a`, which JSON writes for characters beyond U+FFFF.",
		Why:     "Some readers take it, others refuse the file: whether the skill loads depends on the library a client is built with.",
		Bad:     "---\nname: pdf-forms\ndescription: \"Fill in PDF forms. Use when it\\'s a form.\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: \"Fill in PDF forms. Use when it's a form.\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "YAML 1.2, section 5.7",
		Levels:  brokenYAML(),
		Fixable: true,
		Check: func(p *lint.Pass) {
			for _, d := range p.Diagnostics(parse.RuleYAMLEscape) {
				f := pass(p, d)
				if isSurrogate(d) {
					f.At(with(brokenYAML(), lint.Spec, 0))
				}
			}
		},
	}
}

// isSurrogate says that a diagnostic about an escape is about a surrogate,
// which the reference validator's reader takes.
func isSurrogate(d parse.Diagnostic) bool {
	return strings.Contains(d.Message, "surrogate")
}
