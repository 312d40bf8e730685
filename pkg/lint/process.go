package lint

import (
	"cmp"
	"slices"

	"github.com/skillctl/skillctl/pkg/parse"
)

// place is the text at which a finding points; its zero value is none.
type place struct {
	excerpt       Excerpt
	line, pointed string
}

// placeOf takes from a file what an issue keeps of it.
func placeOf(lines *parse.Lines, src []byte, span parse.Span) place {
	if lines == nil || !span.IsValid() {
		return place{}
	}
	return place{excerpt: excerptOf(lines, src, span), line: lineText(lines, src, span), pointed: pointedAt(span, src)}
}

// add passes a finding through the processors that look at one finding:
// target, configuration, suppression. comments are those of its file.
func (u *unit) add(r *runner, f *Finding, at place, comments []*suppression) {
	d := f.diagnostic()
	silenced := silence(comments, &d) // also marks comments that other targets need
	if !r.rules.target(f, &d) || !r.rules.configure(f, &d, r.o.Config) {
		return
	}
	if silenced {
		u.suppressed++
		return
	}
	u.issues = append(u.issues, Issue{Diagnostic: d, Fingerprint: fingerprint(&d, at), Excerpt: at.excerpt})
}

// diagnostic is the finding without what depends on the run.
func (f *Finding) diagnostic() parse.Diagnostic {
	return parse.Diagnostic{
		Rule: f.rule.ID, Message: f.message, Hint: f.hint, Path: f.path, Skill: f.skill, Span: f.span, Fix: f.fix,
	}
}

// target sets severity and targets; it reports whether the finding exists for
// a profile of the run. A rule that has no level there at all but was turned
// on by name keeps the level it has elsewhere.
func (s *ruleSet) target(f *Finding, d *parse.Diagnostic) bool {
	levels := f.levels
	if levels == nil {
		levels = f.rule.Levels
	}
	level, holders := levels.Over(s.profiles)
	if level == 0 && s.forced[f.rule.ID] {
		level, holders = levels.Over(Profiles())
	}
	d.Severity, d.Targets = level, profileNames(holders)
	return level != 0
}

// configure applies the configuration and the command line's choice of rules.
func (s *ruleSet) configure(f *Finding, d *parse.Diagnostic, c *Config) bool {
	if c.Excludes(d.Path) {
		return false
	}
	level, set := c.setting(d.Rule, d.Path)
	switch {
	case set && level != 0:
		d.Severity = level
	case set && !s.enabled[d.Rule]:
		return false
	}
	return s.on(f.rule)
}

// only keeps what is about one path; all when that is "".
func only(issues []Issue, path string) []Issue {
	if path == "" {
		return issues
	}
	return slices.DeleteFunc(issues, func(i Issue) bool { return i.Path != path })
}

// dropBaselined leaves out what the baseline knows.
func dropBaselined(issues []Issue, b *Baseline) ([]Issue, int) {
	known := b.set()
	if len(known) == 0 {
		return issues, 0
	}
	before := len(issues)
	issues = slices.DeleteFunc(issues, func(i Issue) bool { return known[i.Fingerprint] })
	return issues, before - len(issues)
}

// dropBelow leaves out what weighs less than the severity.
func dropBelow(issues []Issue, least parse.Severity) []Issue {
	return slices.DeleteFunc(issues, func(i Issue) bool { return i.Severity < least })
}

// sortIssues orders by path, place, rule and message, so that the order does
// not depend on scheduling or on the order of rules.
func sortIssues(issues []Issue) {
	slices.SortStableFunc(issues, func(a, b Issue) int {
		return cmp.Or(
			cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Span.Start.Line, b.Span.Start.Line),
			cmp.Compare(a.Span.Start.Column, b.Span.Start.Column),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
}
