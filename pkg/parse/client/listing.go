package client

import "github.com/skillctl/skillctl/pkg/parse"

// ListingCost is how many characters of the client's list of skills one skill
// takes: its name and what is shown of its description. A skill that the model
// is not told of costs nothing.
func (c Client) ListingCost(s *parse.Skill) int {
	if s.HiddenFromModel() {
		return 0
	}
	return runes(s.Name) + c.listed(s)
}
