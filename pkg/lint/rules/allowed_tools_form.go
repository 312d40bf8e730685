package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func allowedToolsForm() lint.Rule {
	return lint.Rule{
		ID: "allowed-tools-form", Group: lint.Tools,
		Summary: "allowed-tools is not a text separated by blanks",
		What: "`allowed-tools` is a YAML list or has commas between its tools. The specification's form is one text with blanks between " +
			"the tools. Most clients read all three; the fix writes the specification's form where that keeps every tool.",
		Why: "`gh skill publish` refuses a list, Tulip splits at blanks only and keeps the commas in the names, others split at commas " +
			"only: depending on the client, tools are not approved.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read, Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nallowed-tools: Read Write\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Agent Skills specification, allowed-tools; agentskills/agentskills#144",
		Levels:  lint.Levels{lint.Core: parse.Info, lint.Spec: parse.Warning},
		Fixable: true,
		Check:   checkAllowedToolsForm,
	}
}

func checkAllowedToolsForm(p *lint.Pass) {
	v := field(p.Skill, "allowed-tools")
	if v == nil || len(p.Skill.AllowedTools) == 0 {
		return
	}
	canonical, ok := canonicalTools(p.Skill.AllowedTools)
	if !ok {
		return
	}
	var f *lint.Finding
	switch {
	case v.Kind == parse.Sequence:
		f = p.Report(v.Span, "allowed-tools is a list; the specification asks for a text with blanks between the tools")
	case v.Kind == parse.Scalar && hasSeparatingComma(v.Text):
		f = p.Report(v.Span, "allowed-tools has commas; the specification asks for blanks between the tools").
			At(lint.Levels{lint.Core: parse.Info, lint.Spec: parse.Warning, lint.Tulip: parse.Error})
	default:
		return
	}
	f.Hint("write allowed-tools: %s", canonical)
	if v.Kind == parse.Scalar && isPlain(v) {
		f.Fix(parse.Edit{Start: v.Span.Start.Offset, End: v.Span.End.Offset, New: canonical})
	}
}

// canonicalTools is the specification's form; ok is false when it would have to
// be quoted.
func canonicalTools(tools []parse.AllowedTool) (form string, ok bool) {
	raw := make([]string, len(tools))
	for i, t := range tools {
		raw[i] = t.Raw
	}
	form = strings.Join(raw, " ")
	unsafe := form == "" || strings.ContainsAny(form[:1], "*&!|>'\"%@`[]{}#,?:- ") || strings.Contains(form, ": ") || strings.Contains(form, " #") || strings.ContainsAny(form, "\n\t")
	return form, !unsafe
}

// hasSeparatingComma says that a comma stands outside of parentheses.
func hasSeparatingComma(s string) bool {
	depth := 0
	for _, r := range s {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth <= 0:
			return true
		}
	}
	return false
}
