package rules

import (
	"maps"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// with is a copy of the levels with one of them changed.
func with(l lint.Levels, p lint.Profile, s parse.Severity) lint.Levels {
	l = maps.Clone(l)
	l[p] = s
	return l
}

// pass reports a diagnostic of the parser as it is, for rules whose level
// depends on more than the kind of the diagnostic.
func pass(p *lint.Pass, d parse.Diagnostic) *lint.Finding {
	f := p.Report(d.Span, "%s", d.Message).Fix(d.Fix...)
	if d.Hint != "" {
		f.Hint("%s", d.Hint)
	}
	return f
}

// passAll reports diagnostics of SKILL.md as they are.
func passAll(p *lint.Pass, diagnostics []parse.Diagnostic) {
	for _, d := range diagnostics {
		pass(p, d)
	}
}

// brokenYAML is how much it weighs that YAML cannot be read. Gemini CLI and
// OpenClaw then take name and description from their lines; the others skip
// the skill or drop its fields.
func brokenYAML() lint.Levels {
	return lint.Levels{lint.Any: parse.Error, lint.Gemini: parse.Warning, lint.OpenClaw: parse.Warning}
}
