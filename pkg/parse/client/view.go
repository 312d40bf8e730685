package client

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Visibility says whether a client sees a skill.
type Visibility struct {
	Skill   *parse.Skill
	Visible bool
	// Why says why not, or what the client changes in a skill that it sees;
	// "" for a skill that it sees as it is.
	Why string
}

// View tells what the client sees of the skills of a catalog, one entry for
// each of [parse.Catalog.Skills], in their order. Home is the user's home
// directory, by which user-level skills are told from those of a project; ""
// when it is not known.
//
// A skill below a directory in which the client looks is judged by its place
// there. One below another client's directory is not seen, nor is one that
// stands elsewhere in a root in which clients' directories hold skills. Any
// other root is taken for a folder of skills that will be installed as it is: depth is
// counted from the nearest directory called skills, or else from the root, and
// an earlier root wins over a later one.
func (c Client) View(cat *parse.Catalog, home string) []Visibility {
	m := newSurvey(cat, home)
	seats := make([]seat, len(cat.Skills))
	views := make([]Visibility, len(cat.Skills))
	for i, s := range cat.Skills {
		seats[i] = m.seat(c, s)
		views[i] = Visibility{Skill: s, Visible: seats[i].why == "", Why: seats[i].why}
		if !views[i].Visible {
			continue
		}
		if why := c.refusal(s); why != "" {
			views[i].Visible, views[i].Why = false, why
			continue
		}
		views[i].Why = strings.Join(c.changes(s), "; ")
	}
	c.settleTwins(views, seats)
	c.spendListing(views)
	return views
}

// settleTwins hides the skills whose name another one has, as the client
// decides between them.
func (c Client) settleTwins(views []Visibility, seats []seat) {
	if c.Twins == BothTwins {
		return
	}
	winners := map[string]int{}
	for i, v := range views {
		if !v.Visible {
			continue
		}
		name := c.nameOf(v.Skill)
		w, taken := winners[name]
		if !taken || c.beats(seats[i], seats[w]) {
			winners[name] = i
		}
	}
	for i := range views {
		v := &views[i]
		if !v.Visible {
			continue
		}
		if w := winners[c.nameOf(v.Skill)]; w != i {
			v.Visible = false
			v.Why = "shadowed by " + views[w].Skill.Path + c.preference(seats[w], seats[i])
		}
	}
}

// beats tells whether a skill wins over an earlier one of its name.
func (c Client) beats(later, earlier seat) bool {
	if later.rank != earlier.rank {
		return later.rank < earlier.rank
	}
	return c.Twins == LastTwin
}

// preference explains the precedence between two places.
func (c Client) preference(winner, loser seat) string {
	switch {
	case winner.rank != loser.rank && winner.rank < len(c.Places) && loser.rank < len(c.Places):
		return fmt.Sprintf(": %s prefers %s to %s", c.Title, c.Places[winner.rank], c.Places[loser.rank])
	case c.Twins == LastTwin:
		return fmt.Sprintf(": %s takes the last one of a name", c.Title)
	}
	return ""
}

// nameOf is the name under which the client lists a skill.
func (c Client) nameOf(s *parse.Skill) string {
	if has(s, c.Blanks) != "" {
		return s.DirName
	}
	return s.Name
}

// spendListing tells from which skill on the client's list is full. It is
// full for the last ones by path; clients differ in the order.
func (c Client) spendListing(views []Visibility) {
	if c.Listing.Total == 0 {
		return
	}
	spent := 0
	for i := range views {
		v := &views[i]
		if !v.Visible || v.Skill.HiddenFromModel() {
			continue
		}
		spent += c.ListingCost(v.Skill)
		if spent > c.Listing.Total {
			v.Why = joined(v.Why, fmt.Sprintf("listing budget: description cut or left out, the skills before it use up %s characters",
				thousands(c.Listing.Total)))
		}
	}
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}
