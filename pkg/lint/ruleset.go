package lint

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/parse"
)

// ruleSet is the table as one run uses it. It is not changed after it was
// made.
type ruleSet struct {
	profiles []Profile
	byID     map[string]*Rule
	check    []*Rule // on, with a Check
	repo     []*Rule // on, with a CheckRepo
	enabled  map[string]bool
	disabled map[string]bool
	allOff   bool            // what is not enabled by name is off
	forced   map[string]bool // turned on by name though no profile of the run has it
}

func newRuleSet(o Options) (ruleSet, error) {
	s := ruleSet{profiles: o.Profiles, byID: map[string]*Rule{}, forced: map[string]bool{}}
	table := slices.Clone(o.Rules)
	var err error
	if s.enabled, err = expand(o.Enable, table); err != nil {
		return s, err
	}
	if s.disabled, err = expand(o.Disable, table); err != nil {
		return s, err
	}
	s.allOff = slices.Contains(o.Disable, allRules)
	for i := range table {
		r := &table[i]
		s.byID[r.ID] = r
		if s.enabled[r.ID] || o.Config.turnsOn(r.ID) {
			top, _ := r.Levels.Over(s.profiles)
			s.forced[r.ID] = top == 0
		}
		if !s.on(r) {
			continue
		}
		if r.Check != nil {
			s.check = append(s.check, r)
		}
		if r.CheckRepo != nil {
			s.repo = append(s.repo, r)
		}
	}
	return s, nil
}

// allRules stands for every rule.
const allRules = "all"

// expand reads rule ids, names of groups and "all".
func expand(names []string, table []Rule) (map[string]bool, error) {
	set := map[string]bool{}
	for _, name := range names {
		found := name == allRules
		for i := range table {
			if r := &table[i]; name == allRules || name == r.ID || name == string(r.Group) {
				set[r.ID], found = true, true
			}
		}
		if !found {
			return nil, &UnknownError{What: "rule", Name: name, Known: IDs(table)}
		}
	}
	return set, nil
}

// IDs are the ids of rules, in order.
func IDs(table []Rule) []string {
	ids := make([]string, len(table))
	for i := range table {
		ids[i] = table[i].ID
	}
	return ids
}

// on reports whether the command line leaves a rule on.
func (s *ruleSet) on(r *Rule) bool { return s.enabled[r.ID] || !s.disabled[r.ID] && !s.allOff }

// matters reports whether a finding of the rule could be reported in this
// run.
func (s *ruleSet) matters(id string, c *Config) bool {
	r, ok := s.byID[id]
	if !ok || !s.on(r) {
		return false
	}
	if level, set := c.Rules[id]; set && level == 0 && !s.enabled[id] {
		return false
	}
	top, _ := r.Levels.Over(s.profiles)
	return top != 0 || s.forced[id]
}

// findingOf makes a finding of a parser's diagnostic. One without a rule of
// its own keeps the parser's severity for every profile.
func (s *ruleSet) findingOf(d parse.Diagnostic) *Finding {
	f := &Finding{
		rule: s.byID[d.Rule], path: d.Path, skill: d.Skill, span: d.Span,
		message: d.Message, hint: d.Hint, fix: d.Fix,
	}
	if f.rule == nil {
		f.rule = &Rule{ID: d.Rule, Levels: Levels{Any: d.Severity}}
	}
	return f
}
