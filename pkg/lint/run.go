package lint

import (
	"context"
	"runtime"
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

// Run lints the skills. Its only errors are those of the context and of
// options, which match [ErrConfig]; everything else is an issue.
func Run(ctx context.Context, in Input, o Options) (*Result, error) {
	r, err := newRunner(in, o)
	if err != nil {
		return nil, err
	}
	if err := r.skills(ctx); err != nil {
		return nil, err
	}
	r.repository()
	r.scanned()
	r.unused()
	return r.finish(), nil
}

// runner is one run. What workers share is either not changed after newRunner
// or a slot of their own.
type runner struct {
	in    Input
	o     Options
	rules ruleSet
	limit Limits
	repos []*repo
	units []unit // parallel to in.Skills
	tail  unit   // issues that belong to no skill's own pass
}

// unit is what one skill's pass leaves behind. It holds nothing of the
// skill's files: 50,000 skills fit in memory.
type unit struct {
	issues       []Issue
	suppressions []*suppression
	suppressed   int
	facts        []RepoSkill // by index in ruleSet.repo
	changes      []Change
}

func newRunner(in Input, o Options) (*runner, error) {
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
	r := &runner{o: o, rules: rules, limit: o.Config.Limits.withDefaults()}
	r.in.Diagnostics = in.Diagnostics
	for _, s := range in.Skills {
		if !o.Config.Excludes(s.Path) {
			r.in.Skills = append(r.in.Skills, s)
		}
	}
	for _, own := range o.Repos {
		r.repos = append(r.repos, &repo{Repo: own})
	}
	r.units = make([]unit, len(r.in.Skills))
	return r, nil
}

// skills runs the rules over every skill, several at a time.
func (r *runner) skills(ctx context.Context) error {
	jobs := r.o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(jobs, len(r.units)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(r.units) {
					return
				}
				r.units[i] = r.skill(r.in.Skills[i])
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}

// repoOf is the tree around a skill.
func (r *runner) repoOf(s *parse.Skill) *repo {
	if s.Root < len(r.repos) {
		return r.repos[s.Root]
	}
	return &repo{}
}

// repository runs the rules that look across skills.
func (r *runner) repository() {
	if len(r.rules.repo) == 0 {
		return
	}
	around := r.common()
	for i, rule := range r.rules.repo {
		p := &RepoPass{FS: around.FS, Limits: r.limit, Profiles: r.o.Profiles, rule: rule, repo: around, out: new([]*Finding)}
		for _, u := range r.units {
			p.Skills = append(p.Skills, u.facts[i])
		}
		guard(rule, func() { rule.CheckRepo(p) }, func(message string) {
			*p.out = append(*p.out, &Finding{rule: rule, path: ".", message: message})
		})
		r.repoFindings(*p.out)
	}
}

// common is the repository of all roots, or nothing when they differ.
func (r *runner) common() *repo {
	if len(r.repos) == 0 {
		return &repo{}
	}
	for _, other := range r.repos[1:] {
		if other.Dir != r.repos[0].Dir || other.Dir == "" {
			return &repo{}
		}
	}
	return r.repos[0]
}

// repoFindings passes findings of CheckRepo on. A finding in a SKILL.md is
// silenced by the comments of that file.
func (r *runner) repoFindings(findings []*Finding) {
	byPath := make(map[string]int, len(r.units))
	for i, s := range r.in.Skills {
		byPath[s.Path] = i
	}
	for _, f := range findings {
		var in *parse.Skill
		var comments []*suppression
		if i, ok := byPath[f.path]; ok && f.file == nil {
			in, comments = r.in.Skills[i], r.units[i].suppressions
		}
		r.tail.add(r, f, f.place(in), inFile(comments, f.path))
	}
}

// scanned passes on what scanning the roots had to say.
func (r *runner) scanned() {
	for _, d := range r.in.Diagnostics {
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

// finish runs the processors that need all issues at once: baseline,
// severity, sort.
func (r *runner) finish() *Result {
	res := &Result{Skills: len(r.in.Skills)}
	for i := range r.units {
		u := &r.units[i]
		res.Issues = append(res.Issues, u.issues...)
		res.Summary.Suppressed += u.suppressed
		res.Changes = append(res.Changes, u.changes...)
		u.issues = nil
	}
	res.Issues = append(res.Issues, r.tail.issues...)
	res.Summary.Suppressed += r.tail.suppressed
	sortIssues(res.Issues)
	number(res.Issues)
	res.Known = NewBaseline(res.Issues)
	res.Issues, res.Summary.Baselined = dropBaselined(res.Issues, r.o.Baseline)
	res.Issues = dropBelow(res.Issues, r.o.MinSeverity)
	res.Summary.count(res.Issues)
	return res
}
