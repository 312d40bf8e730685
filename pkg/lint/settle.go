package lint

import (
	"maps"

	"github.com/skillctl/skillctl/pkg/parse"
)

// settle lets a rule with [Rule.Settles] that found something in a skill have
// the last word: what other rules call an error for that profile, at a place
// in SKILL.md, is a warning. Findings about files as a whole stay.
func settle(skill *parse.Skill, found []*Finding) {
	for _, judge := range found {
		profile := judge.rule.Settles
		if profile == Any {
			continue
		}
		for _, f := range found {
			if f.rule.Settles == Any && f.path == skill.Path && f.span.IsValid() {
				f.soften(profile)
			}
		}
		return
	}
}

// soften makes an error for a profile a warning.
func (f *Finding) soften(p Profile) {
	levels := f.levels
	if levels == nil {
		levels = f.rule.Levels
	}
	if levels.In(p) == parse.Error {
		f.levels = maps.Clone(levels)
		f.levels[p] = parse.Warning
	}
}
