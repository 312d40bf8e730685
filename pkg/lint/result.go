package lint

import "github.com/skillctl/skillctl/pkg/parse"

// Result is what a run found, ready to be printed.
type Result struct {
	Skills   int     // skills that were looked at
	Excluded int     // skills that the configuration left out
	Issues   []Issue // sorted by path, position and rule
	Summary  Summary
	// Known is a baseline of everything the run found, suppressed issues left
	// out, whatever the baseline and the severities of the run.
	Known *Baseline
	// Changes are the repaired files of a run with [FixAll], sorted by path.
	Changes []Change
}

// Issue is a diagnostic with what reports add to it.
type Issue struct {
	parse.Diagnostic

	// Fingerprint identifies the issue by what stands there rather than where:
	// it survives moved lines and moved files, and differs between two equal
	// places of one run.
	Fingerprint string
	// Excerpt is the source line, for people; empty when there is none.
	Excerpt Excerpt
}

// Summary counts issues.
type Summary struct {
	Errors, Warnings, Infos int
	Suppressed              int // silenced by a comment
	Baselined               int // known to the baseline
	Fixable                 int // of the reported ones
}

// Fails reports whether an issue is at or above the severity.
func (s Summary) Fails(at parse.Severity) bool {
	switch at {
	case parse.Error:
		return s.Errors > 0
	case parse.Warning:
		return s.Errors+s.Warnings > 0
	case parse.Info:
		return s.Errors+s.Warnings+s.Infos > 0
	}
	return false
}

// count fills in what the issues say.
func (s *Summary) count(issues []Issue) {
	for i := range issues {
		switch issues[i].Severity {
		case parse.Error:
			s.Errors++
		case parse.Warning:
			s.Warnings++
		case parse.Info:
			s.Infos++
		}
		if len(issues[i].Fix) > 0 {
			s.Fixable++
		}
	}
}

// Apply makes the result one that was compared with the baseline: known
// issues move from the report to [Summary.Baselined].
func (res *Result) Apply(b *Baseline) {
	var dropped int
	res.Issues, dropped = dropBaselined(res.Issues, b)
	counts := Summary{Suppressed: res.Summary.Suppressed, Baselined: res.Summary.Baselined + dropped}
	counts.count(res.Issues)
	res.Summary = counts
}
