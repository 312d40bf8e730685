package lint

import (
	"bytes"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// skill runs every rule over one skill, repairing it first when asked to.
func (r *runner) skill(s *parse.Skill) unit {
	if r.o.Fix == FixNothing {
		return r.pass(s)
	}
	return r.fix(s)
}

// pass runs every rule over one skill once.
func (r *runner) pass(s *parse.Skill) unit {
	files := newFileSet(s)
	found := r.passedOn(s, files)
	p := r.newPass(s, files, nil, &found)
	for _, rule := range r.rules.check {
		if rule.NeedsLoaded && s.Skip != nil {
			continue
		}
		p.rule, p.count = rule, 0
		guard(rule, func() { rule.Check(p) }, p.about)
	}
	found = append(found, r.incomplete(files)...)
	settle(s, found)
	u := unit{facts: r.collect(s, files, &found), name: spanOf(s, "name"), description: spanOf(s, "description")}
	comments := u.comments(s, files)
	for _, f := range found {
		u.add(r, f, f.place(s), comments[f.path])
	}
	return u
}

func (r *runner) newPass(s *parse.Skill, files *fileSet, rule *Rule, out *[]*Finding) *Pass {
	return &Pass{Skill: s, Limits: r.limit, Profiles: r.o.Profiles, rule: rule, files: files, repo: r.repoOf(s), out: out}
}

// passedOn are the parser's diagnostics that no rule's Check takes care of.
func (r *runner) passedOn(s *parse.Skill, files *fileSet) []*Finding {
	all := s.Diagnostics
	if s.Skip != nil && !contains(all, s.Skip) {
		all = append(slices.Clip(all), *s.Skip)
	}
	var found []*Finding
	for _, d := range append(slices.Clip(all), files.diagnostics()...) {
		if rule := r.rules.byID[d.Rule]; rule != nil && !rule.passesThrough() {
			continue
		}
		f := r.rules.findingOf(d)
		f.skill = s.Name
		if f.path == "" {
			f.path = s.Path
		}
		found = append(found, f)
	}
	return found
}

func contains(all []parse.Diagnostic, d *parse.Diagnostic) bool {
	for i := range all {
		if all[i].Rule == d.Rule && all[i].Span == d.Span {
			return true
		}
	}
	return false
}

// collect takes what the rules across skills need of one skill.
func (r *runner) collect(s *parse.Skill, files *fileSet, found *[]*Finding) []any {
	facts := make([]any, len(r.rules.repo))
	for i, rule := range r.rules.repo {
		if rule.Collect == nil || rule.NeedsLoaded && s.Skip != nil {
			continue
		}
		p := r.newPass(s, files, rule, found)
		guard(rule, func() { facts[i] = rule.Collect(p) }, p.about)
	}
	return facts
}

func spanOf(s *parse.Skill, key string) parse.Span {
	if v, ok := s.Frontmatter.Lookup(key); ok {
		return v.Span
	}
	return parse.Span{}
}

// comments reads the suppressions of all files, by displayed path.
func (u *unit) comments(s *parse.Skill, files *fileSet) map[string][]*suppression {
	byPath := map[string][]*suppression{}
	note := func(f *File) {
		if found := suppressionsIn(f, s); len(found) > 0 {
			byPath[f.Display] = found
			u.suppressions = append(u.suppressions, found...)
		}
	}
	note(files.skillFile())
	for _, f := range files.list() {
		// Few files hold the word; what kind of file it is costs more to tell.
		if bytes.Contains(f.Bytes(), []byte(disableWord)) && f.Text() {
			note(f)
		}
	}
	return byPath
}

// guard calls a rule's function; a panic becomes a finding about the rule,
// without a place.
func guard(rule *Rule, call func(), report func(f *Finding)) {
	defer func() {
		switch p := recover(); p.(type) {
		case nil:
		case tooMany:
			report(&Finding{
				rule: rule, message: fmt.Sprintf("more than %d findings of this rule in one skill: the others are not shown", MaxRuleFindings),
			})
		default:
			report(&Finding{
				rule: rule, levels: Levels{Any: parse.Warning},
				message: fmt.Sprintf("the rule %s failed here and was left out: %v (%s)", rule.ID, p, culprit()),
				hint:    "this is a fault of skillctl: please report it with the file",
			})
		}
	}()
	call()
}

// culprit is the place of a panic that is being recovered, as file:line.
func culprit() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	panicked := false
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panicked && !inRuntime {
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
		panicked = panicked || frame.Function == "runtime.gopanic"
		if !more {
			return "unknown place"
		}
	}
}

// about takes a finding of [guard] as one about the skill of the pass.
func (p *Pass) about(f *Finding) {
	f.path, f.skill = p.Skill.Path, p.Skill.Name
	*p.out = append(*p.out, f)
}

// place is the text a finding points at, in its own file or in SKILL.md.
func (f *Finding) place(s *parse.Skill) place {
	switch {
	case f.file != nil && f.span.IsValid():
		return placeOf(f.file.Lines(), f.file.Bytes(), f.span)
	case f.file == nil && s != nil && f.path == s.Path:
		return placeOf(s.Lines, s.Source, f.span)
	}
	return place{}
}
