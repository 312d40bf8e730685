package rules

import (
	"strings"
	"sync"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

func listingBudget() lint.Rule {
	return lint.Rule{
		ID:      "listing-budget",
		Group:   lint.Repository,
		Summary: "more skills than a client's list has room for",
		What:    "The names and descriptions of all skills of the run together are longer than the list that a client shows its model. The finding stands at the first skill, by path, that is cut, and names how many are.",
		Why:     "Clients spend one or two hundredths of the context window on the list, or about 8,000 characters, and cut the rest without a word: skills at the end are never chosen. Of a repository whose plugins are installed one by one this says what all of them together would cost.",
		Bad:     manySkills(9),
		Good:    manySkills(3),
		Source:  "Claude Code and Codex documentation; anthropics/claude-code#64606, #12782",
		Levels:  lint.Levels{lint.ClaudeCode: parse.Warning, lint.Codex: parse.Warning, lint.Core: parse.Info},

		NeedsLoaded: true,
		Collect:     func(p *lint.Pass) any { return listingCosts(p.Skill) },
		CheckRepo: func(p *lint.RepoPass) {
			for i, c := range listingClients() {
				checkListing(p, i, c)
			}
		},
	}
}

// manySkills is a tree of n skills with descriptions of 1,000 characters.
func manySkills(n int) string {
	var b strings.Builder
	for i := range n {
		name := "skill-" + string(rune('a'+i))
		b.WriteString("-- " + name + "/SKILL.md --\n---\nname: " + name + "\ndescription: Use when testing." + strings.Repeat(" word", 197) + "\n---\n# Body\n")
	}
	return b.String()
}

// listingClients are the clients with a limit on their list and a profile.
var listingClients = sync.OnceValue(func() []client.Client {
	var limited []client.Client
	for _, profile := range lint.Profiles() {
		if c := clientOf(profile); c.Listing.Total > 0 {
			limited = append(limited, c)
		}
	}
	return limited
})

// listingCosts are the characters a skill takes, by client.
func listingCosts(s *parse.Skill) []int {
	var costs []int
	for _, c := range listingClients() {
		costs = append(costs, c.ListingCost(s))
	}
	return costs
}

func checkListing(p *lint.RepoPass, i int, c client.Client) {
	spent, skills, cut := 0, 0, 0
	var first lint.RepoSkill
	for _, s := range p.Skills {
		costs, ok := s.Fact.([]int)
		if !ok || s.Skill.ShadowedBy != nil {
			continue
		}
		spent += costs[i]
		if skills++; spent > c.Listing.Total && costs[i] > 0 {
			if cut++; cut == 1 {
				first = s
			}
		}
	}
	if cut == 0 {
		return
	}
	p.Report(first, first.DescriptionSpan, "%s lists %d characters, the %d skills take %d: the list is cut from %q on, %d in all",
		c.Title, c.Listing.Total, skills, spent, first.Skill.Name, cut).
		At(lint.Levels{lint.Profile(c.ID): parse.Warning, lint.Core: parse.Info}).
		Hint("shorten descriptions, or hide skills from the model with disable-model-invocation")
}
