package lint

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/parse"
)

// InputOf takes from a scan what is to be linted: skills that load, skills
// that do not, and remarks on paths that are no skill. A SKILL.md below
// another skill is a file of that skill and only reported.
func InputOf(c *parse.Catalog) Input {
	in := Input{Skills: slices.Clip(c.Skills), Diagnostics: slices.Clip(c.Diagnostics)}
	for _, s := range c.Skipped {
		if s.Skill != nil && s.Skill.Skip != nil && s.Rule != parse.RuleNested {
			in.Skills = append(in.Skills, s.Skill)
			continue
		}
		in.Diagnostics = append(in.Diagnostics, parse.Diagnostic{
			Rule: s.Rule, Severity: parse.DefaultSeverity(s.Rule), Message: s.Reason, Hint: s.Hint, Path: s.Path,
			Span: parse.Span{Start: s.Pos, End: s.Pos},
		})
	}
	return in
}
