package lint

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Options say how to run.
type Options struct {
	Rules       []Rule    // the table, usually rules.All()
	Profiles    []Profile // none means Core
	Config      *Config   // nil changes nothing
	Enable      []string  // rule ids or groups turned on, whatever else says off
	Disable     []string  // rule ids, groups or "all" turned off, unless enabled
	Baseline    *Baseline // nil: everything is new
	MinSeverity parse.Severity
	Jobs        int    // skills at a time; 0 means one for each core
	Repos       []Repo // by the skills' Root; missing ones are unknown
	// OnlyPath, when set, leaves out what is about other files than the one
	// that reports show like this, and the rules across skills.
	OnlyPath string
	// Fix makes the run repair what it can, in memory: see [Result.Changes].
	Fix FixMode
}

// FixMode says whether a run repairs.
type FixMode uint8

// The modes.
const (
	FixNothing FixMode = iota
	FixAll             // apply every certain fix and report what is left
)

// Input is what a run looks at.
type Input struct {
	// Skills are loaded, shadowed and skipped skills, in report order.
	Skills []*parse.Skill
	// Diagnostics are those of scanning: about paths that are no skill.
	Diagnostics []parse.Diagnostic
}

// Run lints skills that were read already. Its only errors are those of the
// context and of options, which match [ErrConfig]; everything else is an
// issue.
func Run(ctx context.Context, in Input, o Options) (*Result, error) {
	r, err := newRunner(o)
	if err != nil {
		return nil, err
	}
	if in, err = r.each(ctx, in); err != nil {
		return nil, err
	}
	return r.finish(in), nil
}

// Scan searches roots and lints each skill as it is read. Of a skill only a
// summary is kept, in the catalog too, so that memory does not grow with the
// files: this is the way to lint a tree. Errors are those of [Run]; o.Repos
// belong to the roots.
func Scan(ctx context.Context, roots []parse.Root, so parse.ScanOptions, o Options) (*parse.Catalog, *Result, error) {
	r, err := newRunner(o)
	if err != nil {
		return nil, nil, err
	}
	so.Jobs, so.Visit = o.Jobs, r.visit
	catalog, err := parse.Scan(ctx, roots, so)
	if err != nil {
		return nil, nil, err
	}
	return catalog, r.finish(InputOf(catalog)), nil
}

// runner is one run. What workers share is not changed after newRunner, but
// for units.
type runner struct {
	o     Options
	rules ruleSet
	limit Limits
	repos []*repo

	mu    sync.Mutex
	units map[*parse.Skill]*unit // by summary

	tail unit // issues that belong to no skill's own pass
}

// unit is what one skill's pass leaves behind. It holds nothing of the
// skill's files: 50,000 skills fit in memory.
type unit struct {
	issues       []Issue
	suppressions []*suppression
	suppressed   int
	name         parse.Span // of the values in SKILL.md
	description  parse.Span
	facts        []any // by index in ruleSet.repo
	changes      []Change
}

func newRunner(o Options) (*runner, error) {
	if len(o.Profiles) == 0 {
		o.Profiles = []Profile{Core}
	}
	if o.Config == nil {
		o.Config = &Config{}
	}
	rules, err := newRuleSet(o)
	if err != nil {
		return nil, err
	}
	r := &runner{o: o, rules: rules, limit: o.Config.Limits.withDefaults(), units: map[*parse.Skill]*unit{}}
	for _, own := range o.Repos {
		r.repos = append(r.repos, &repo{Repo: own})
	}
	return r, nil
}

// each visits skills that were read already, several at a time, and returns
// the input with summaries in their place.
func (r *runner) each(ctx context.Context, in Input) (Input, error) {
	skills := make([]*parse.Skill, len(in.Skills))
	jobs := r.o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(jobs, len(skills)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(skills) {
					return
				}
				skills[i] = r.visit(in.Skills[i])
			}
		})
	}
	workers.Wait()
	return Input{Skills: skills, Diagnostics: in.Diagnostics}, ctx.Err()
}

// visit lints one skill and returns its summary.
func (r *runner) visit(s *parse.Skill) *parse.Skill {
	summary := s.Summary()
	summary.ShadowedBy = s.ShadowedBy
	if r.o.Config.Excludes(s.Path) {
		return summary
	}
	u := r.skill(s)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.units[summary] = &u
	return summary
}

// repoOf is the tree around a skill.
func (r *runner) repoOf(s *parse.Skill) *repo {
	if s.Root < len(r.repos) {
		return r.repos[s.Root]
	}
	return &repo{}
}

// finish runs what needs all skills: the rules across skills, the search for
// unused suppressions, and the processors baseline, severity and sort.
func (r *runner) finish(in Input) *Result {
	all := len(in.Skills)
	in.Skills = slices.DeleteFunc(slices.Clone(in.Skills), func(s *parse.Skill) bool { return r.units[s] == nil })
	if r.o.OnlyPath == "" {
		r.repository(in.Skills)
	}
	r.scanned(in.Diagnostics)
	r.unused(in.Skills)
	res := &Result{Skills: len(in.Skills), Excluded: all - len(in.Skills)}
	for _, s := range in.Skills {
		res.take(r.units[s])
	}
	res.take(&r.tail)
	res.Issues = only(res.Issues, r.o.OnlyPath)
	sortIssues(res.Issues)
	number(res.Issues)
	res.Known = NewBaseline(res.Issues)
	res.Issues, res.Summary.Baselined = dropBaselined(res.Issues, r.o.Baseline)
	res.Issues = dropBelow(res.Issues, r.o.MinSeverity)
	res.Summary.count(res.Issues)
	return res
}

// take moves what a unit found into the result.
func (res *Result) take(u *unit) {
	res.Issues = append(res.Issues, u.issues...)
	res.Summary.Suppressed += u.suppressed
	res.Changes = append(res.Changes, u.changes...)
	u.issues, u.changes = nil, nil
}

// scanned passes on what scanning the roots had to say.
func (r *runner) scanned(diagnostics []parse.Diagnostic) {
	for _, d := range diagnostics {
		f := r.rules.findingOf(d)
		if !f.rule.passesThrough() {
			continue // the rule's Check reports it in its own words
		}
		if d.Severity == parse.Info {
			f.At(Levels{Any: parse.Info})
		}
		r.tail.add(r, f, place{}, nil)
	}
}
