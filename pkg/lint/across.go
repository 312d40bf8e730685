package lint

import "github.com/skillctl/skillctl/pkg/parse"

// repository runs the rules that look across skills.
func (r *runner) repository(skills []*parse.Skill) {
	around := r.common()
	var findings []*Finding
	for i, rule := range r.rules.repo {
		p := &RepoPass{
			FS: around.FS, Limits: r.limit, Profiles: r.o.Profiles,
			Skills: make([]RepoSkill, len(skills)), rule: rule, repo: around, out: &findings,
		}
		for j, s := range skills {
			u := r.units[s]
			p.Skills[j] = RepoSkill{Skill: s, NameSpan: u.name, DescriptionSpan: u.description, Fact: u.facts[i]}
		}
		guard(rule, func() { rule.CheckRepo(p) }, func(f *Finding) {
			f.path = "."
			findings = append(findings, f)
		})
	}
	r.acrossFindings(skills, findings)
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

// acrossFindings passes findings of CheckRepo on. A finding in a SKILL.md is
// silenced by the comments of that file, which is read again for the line it
// points at.
func (r *runner) acrossFindings(skills []*parse.Skill, findings []*Finding) {
	byPath := make(map[string]*parse.Skill, len(skills))
	for _, s := range skills {
		byPath[s.Path] = s
	}
	for _, f := range findings {
		s := byPath[f.path]
		if s == nil || f.file != nil {
			r.tail.add(r, f, f.place(nil), nil)
			continue
		}
		if f.span.IsValid() && s.FS != nil {
			s = parse.Load(s.FS, s.FileName, optionsOf(s, s.FS))
		}
		r.tail.add(r, f, f.place(s), inFile(r.units[byPath[f.path]].suppressions, f.path))
	}
}
