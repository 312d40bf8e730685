package rules

import (
	"path"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func duplicateName() lint.Rule {
	return lint.Rule{
		ID:      "duplicate-name",
		Group:   lint.Repository,
		Summary: "two skills of one name",
		What:    "Two skills with the same name. In one folder of skills with different content this is a warning; in different folders (plugins, copies for several clients) or with the same content it is a remark.",
		Why:     "Clients load one of the two, and which one depends on the client: the other is there and never seen.",
		Bad:     "-- skills/one/SKILL.md --\n---\nname: twin\ndescription: Does the first thing. Use when testing one.\n---\n# One\n-- skills/two/SKILL.md --\n---\nname: twin\ndescription: Does another thing. Use when testing two.\n---\n# Two\n",
		Good:    "-- skills/one/SKILL.md --\n---\nname: one\ndescription: Does the first thing. Use when testing one.\n---\n# One\n-- skills/two/SKILL.md --\n---\nname: two\ndescription: Does another thing. Use when testing two.\n---\n# Two\n",
		Source:  "agentskills.io client guide (collisions); AltimateAI/altimate-code#1276, paiml/aprender#2332",
		Levels:  lint.Levels{lint.Any: parse.Warning},

		NeedsLoaded: true,
		Collect:     func(p *lint.Pass) any { return digest.Bytes(p.Skill.Source) },
		CheckRepo:   checkDuplicateName,
	}
}

func checkDuplicateName(p *lint.RepoPass) {
	first := map[string]lint.RepoSkill{}
	for _, s := range p.Skills {
		if s.Skill.Skip != nil || s.Skill.Name == "" {
			continue
		}
		winner, taken := first[s.Skill.Name]
		if !taken {
			first[s.Skill.Name] = s
			continue
		}
		found := p.Report(s, s.NameSpan, "%q is also the name of %s", s.Skill.Name, winner.Skill.Path)
		switch {
		case s.Fact == winner.Fact:
			found.At(lint.Levels{lint.Any: parse.Info}).Hint("a copy; keep one where clients look")
		case skillsFolder(s.Skill) != skillsFolder(winner.Skill):
			found.At(lint.Levels{lint.Any: parse.Info}).Hint("clients that read both folders load one of them")
		default:
			found.Hint("rename one of them")
		}
	}
}

// skillsFolder is the folder that a skill's directory stands in.
func skillsFolder(s *parse.Skill) string { return path.Dir(path.Dir(s.Path)) }
