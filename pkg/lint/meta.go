package lint

import (
	"errors"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/parse"
)

// Ids of the rules about the linter's own work.
const (
	RuleUnusedSuppression = "unused-suppression"
	RuleNotAnalyzed       = "not-analyzed"
)

// MetaRules are the rules about the linter's own work, which the engine
// checks itself.
func MetaRules() []Rule {
	return []Rule{
		{
			ID: RuleUnusedSuppression, Group: Meta,
			Summary: "a suppression comment silences nothing",
			What: "Reports a `skillctl-disable` comment that names no rule, names a rule that does not exist, or names one that " +
				"finds nothing in the lines the comment covers. Rules that this run does not look at are left alone.",
			Why: "A comment that outlives its reason hides the next real finding of the same rule.",
			Bad: "---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are long.\n---\n\n# Tidy notes\n\n" +
				"<!-- skillctl-disable-next-line no-such-rule -- it was needed once -->\nSort the headings.\n",
			Good:   "---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are long.\n---\n\n# Tidy notes\n\nSort the headings.\n",
			Source: "skillctl: suppressions are reported when they are not needed any more",
			Levels: Levels{Any: parse.Warning},
		},
		{
			ID: RuleNotAnalyzed, Group: Meta,
			Summary: "a file was not analyzed",
			What: "Reports a text file that is larger than 1 MiB, a file that cannot be read, and a skill with more files than " +
				"are looked at. Rules say nothing about what was left out.",
			Why: "No finding then means nothing: the file was not looked at. Clients have limits, too, and an agent that " +
				"opens such a file spends its context window on it.",
			Bad: "-- tidy-notes/SKILL.md --\n---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are long.\n---\n\n" +
				"# Tidy notes\n\nThe words are in [words.txt](words.txt).\n-- tidy-notes/words.txt (1100000 bytes) --\nword\n",
			Good: "-- tidy-notes/SKILL.md --\n---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are long.\n---\n\n" +
				"# Tidy notes\n\nThe words are in [words.txt](words.txt).\n-- tidy-notes/words.txt --\nword\n",
			Source: "security review: an incomplete analysis is never clean",
			Levels: Levels{Any: parse.Warning},
		},
	}
}

// incomplete reports what was left out of the analysis.
func (r *runner) incomplete(files *fileSet) []*Finding {
	rule, ok := r.rules.byID[RuleNotAnalyzed]
	if !ok || !r.rules.on(rule) {
		return nil
	}
	var found []*Finding
	p := r.newPass(files.skill, files, rule, &found)
	for _, f := range files.list() {
		switch err := f.Err(); {
		case errors.Is(err, safefs.ErrTooLarge):
			p.ReportPath(f.Path, "not analyzed: larger than %d KiB", MaxFileBytes>>10).
				Hint("split the file, or keep it out of the skill")
		case err != nil:
			p.ReportPath(f.Path, "not analyzed: cannot be read: %v", reason(err)).Hint("check its permissions")
		}
	}
	if files.cut > 0 {
		p.Report(parse.Span{}, "%d files of the skill were not analyzed: it has more than %d", files.cut, MaxSkillFiles).
			Hint("lint the folders one by one, or keep generated files out of the skill")
	}
	return found
}

// unused reports suppressions that silenced nothing.
func (r *runner) unused(skills []*parse.Skill) {
	rule, ok := r.rules.byID[RuleUnusedSuppression]
	if !ok || !r.rules.on(rule) {
		return
	}
	for _, skill := range skills {
		u := r.units[skill]
		for _, s := range u.suppressions {
			for _, message := range r.faults(s) {
				f := &Finding{rule: rule, path: s.path, skill: s.skill, span: s.span, message: message, hint: "remove it"}
				r.tail.add(r, f, s.at, inFile(u.suppressions, s.path))
			}
		}
	}
}

// faults says what is wrong with a suppression.
func (r *runner) faults(s *suppression) []string {
	if len(s.rules) == 0 {
		return []string{"the suppression names no rule, so it does nothing"}
	}
	var faults []string
	for i, id := range s.rules {
		switch {
		case s.used[i] || id == RuleUnusedSuppression:
		case r.rules.byID[id] == nil:
			faults = append(faults, "the suppression names "+id+", which is no rule")
		case r.rules.matters(id, r.o.Config):
			faults = append(faults, "the suppression of "+id+" silences nothing")
		}
	}
	return faults
}

// reason is an error without the path, which the finding carries already.
func reason(err error) error {
	var p interface{ Unwrap() error }
	if errors.As(err, &p) && p.Unwrap() != nil {
		return p.Unwrap()
	}
	return err
}
