package rules

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func skillReference() lint.Rule {
	return lint.Rule{
		ID:      "skill-reference",
		Group:   lint.Repository,
		Summary: "names a skill that is not there, but one with nearly that name is",
		What:    "A name in code quotes followed by the word skill (the `code-revew` skill) that no skill of the run has, while one has a name that differs by one or two letters. Names that are not close to any are left alone: skills may come from elsewhere.",
		Why:     "A renamed or misspelled skill cannot be loaded, and the agent goes on without it.",
		Bad:     "-- skills/code-review/SKILL.md --\n---\nname: code-review\ndescription: Reviews code. Use when testing one.\n---\n# One\n-- skills/two/SKILL.md --\n---\nname: two\ndescription: Builds things. Use when testing two.\n---\nThen use the `code-revew` skill.\n",
		Good:    "-- skills/code-review/SKILL.md --\n---\nname: code-review\ndescription: Reviews code. Use when testing one.\n---\n# One\n-- skills/two/SKILL.md --\n---\nname: two\ndescription: Builds things. Use when testing two.\n---\nThen use the `code-review` skill, or the `pdf` skill of another pack.\n",
		Source:  "agentskills/agentskills#100; skillsaw agentskill-rename-refs",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Collect: func(p *lint.Pass) any { return namedSkills(p) },
		CheckRepo: func(p *lint.RepoPass) {
			names := map[string]bool{}
			for _, s := range p.Skills {
				names[s.Skill.Name] = true
				names[s.Skill.DirName] = true
			}
			for _, s := range p.Skills {
				refs, _ := s.Fact.([]namedSkill)
				for _, r := range refs {
					if near := nearName(r.name, names); near != "" {
						p.Report(s, r.span, "there is no skill %q", r.name).Hint("did you mean %s?", near)
					}
				}
			}
		},
	}
}

// namedSkill is a skill that a body names.
type namedSkill struct {
	name string
	span parse.Span
}

func namedSkills(p *lint.Pass) []namedSkill {
	src := p.Skill.Source
	if !bytes.Contains(src, []byte("` skill")) {
		return nil
	}
	var found []namedSkill
	for _, c := range p.Skill.Markdown().CodeSpans {
		end := c.Span.End.Offset
		if end < len(src) && strings.HasPrefix(string(src[end:min(end+8, len(src))]), "` skill") && isKebab(c.Text) {
			found = append(found, namedSkill{c.Text, c.Span})
		}
	}
	return found
}

func isKebab(s string) bool {
	return len(s) > 3 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// nearName is the one known name that a name is a slip of, or "".
func nearName(name string, names map[string]bool) string {
	if names[name] || len(name) < 6 {
		return ""
	}
	near := ""
	for known := range names {
		if len(known) > 5 && slip(name, known) {
			if near != "" {
				return "" // two candidates are none
			}
			near = known
		}
	}
	return near
}

// slip reports whether two names differ by one letter added, left out or
// changed, or by two neighbors swapped.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return !isDigit(b[i]) && a[i:] == b[i+1:]
	}
	if i == len(a) || isDigit(a[i]) || isDigit(b[i]) {
		return false // the same, or another number
	}
	if a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
