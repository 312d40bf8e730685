package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// overlapShare is the share of words that two descriptions must have in
// common before an agent can hardly tell them apart. Set high: families of
// skills that differ in one word, such as a cloud's name, are told apart well.
const overlapShare = 0.95

// overlapWords is how many different words a description needs before shares
// mean anything.
const overlapWords = 6

func descriptionOverlap() lint.Rule {
	return lint.Rule{
		ID:      "description-overlap",
		Group:   lint.Repository,
		Summary: "two skills with the same description",
		What:    "Two skills of different names in one folder whose descriptions consist of the same words, or nearly.",
		Why:     "The description is all that an agent has to choose by. With two that say the same it chooses at random.",
		Bad:     "-- skills/one/SKILL.md --\n---\nname: one\ndescription: Reviews a pull request for security bugs. Use when code changes.\n---\n# One\n-- skills/two/SKILL.md --\n---\nname: two\ndescription: Reviews a pull request for security bugs. Use when code changes!\n---\n# Two\n",
		Good:    "-- skills/one/SKILL.md --\n---\nname: one\ndescription: Reviews a pull request for security bugs. Use when code changes.\n---\n# One\n-- skills/two/SKILL.md --\n---\nname: two\ndescription: Reviews a pull request for slow queries. Use when SQL changes.\n---\n# Two\n",
		Source:  "luongnv89/asm#18; cisco-ai-defense/skill-scanner TRIGGER_OVERLAP_RISK",
		Levels:  lint.Levels{lint.Any: parse.Warning},

		NeedsLoaded: true,
		CheckRepo:   checkDescriptionOverlap,
	}
}

// checkDescriptionOverlap compares only descriptions that share their rarest
// word and have about as many words, which keeps the cost linear.
func checkDescriptionOverlap(p *lint.RepoPass) {
	sets := make([][]string, len(p.Skills))
	count := map[string]int{}
	for i, s := range p.Skills {
		if s.Skill.Skip == nil {
			sets[i] = descriptionWords(s.Skill.Description)
		}
		for _, w := range sets[i] {
			count[w]++
		}
	}
	buckets := map[string][]int{}
	for i, words := range sets {
		if len(words) < overlapWords {
			continue
		}
		key := slices.MinFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
		if other := overlapping(p.Skills, sets, i, buckets[key]); other >= 0 {
			a, b := p.Skills[i], p.Skills[other]
			p.Report(a, a.DescriptionSpan, "says the same as the description of %q", b.Skill.Name).
				Hint("say what each does that the other does not; the other is %s", b.Skill.Path)
		}
		buckets[key] = append(buckets[key], i)
	}
}

// maxOverlapBucket bounds how many descriptions one is compared with.
const maxOverlapBucket = 50

// overlapping finds among the earlier skills one whose description says the
// same as that of skill i, or -1.
func overlapping(skills []lint.RepoSkill, sets [][]string, i int, earlier []int) int {
	if len(earlier) > maxOverlapBucket {
		earlier = earlier[:maxOverlapBucket]
	}
	for _, j := range earlier {
		a, b := skills[i].Skill, skills[j].Skill
		if a.Name == b.Name || skillsFolder(a) != skillsFolder(b) {
			continue
		}
		if share(sets[i], sets[j]) >= overlapShare {
			return j
		}
	}
	return -1
}

// descriptionWords are the different words of a text, sorted.
func descriptionWords(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	slices.Sort(words)
	return slices.Compact(words)
}

// share is the size of the intersection of two sorted sets by that of their
// union.
func share(a, b []string) float64 {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := cmp.Compare(a[i], b[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			common++
			i++
			j++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}
