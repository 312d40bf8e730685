package client

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// survey is what the places of a catalog's skills tell together.
type survey struct {
	cat      *parse.Catalog
	home     string // slash-separated
	known    map[string]bool
	projects map[int]bool // roots in which clients' directories hold skills
}

func newSurvey(cat *parse.Catalog, home string) *survey {
	m := &survey{cat: cat, home: strings.TrimSuffix(filepath.ToSlash(home), "/"), known: map[string]bool{}, projects: map[int]bool{}}
	for _, dir := range parse.ClientDirs() {
		m.known[dir] = true
	}
	for _, s := range cat.Skills {
		for _, at := range cat.Locations(s) {
			if before, _, _, ok := m.split(at.Dir); ok && before == "" {
				m.projects[at.Root] = true
			}
		}
	}
	return m
}

// split finds the client directory nearest to the end of a path: what stands
// before it, the directory, and what stands below it.
func (m *survey) split(dir string) (before, client, below string, ok bool) {
	segments := strings.Split(dir, "/")
	for end := len(segments); end > 1; end-- {
		for n := min(3, end); n > 1; n-- {
			name := strings.Join(segments[end-n:end], "/")
			if m.known[name] {
				return strings.Join(segments[:end-n], "/"), name, strings.Join(segments[end:], "/"), true
			}
		}
	}
	return "", "", "", false
}

// seat is where a skill stands for a client.
type seat struct {
	rank int    // index of the place; behind all places for none
	why  string // why the client does not find it there, or ""
}

// seat finds the best place of a skill: the one that wins a name among those
// where the client sees it.
func (m *survey) seat(c Client, s *parse.Skill) seat {
	var best seat
	for i, at := range m.cat.Locations(s) {
		found := m.judge(c, at, i > 0)
		if i == 0 || best.why != "" && found.why == "" || found.why == "" && found.rank < best.rank {
			best = found
		}
	}
	return best
}

// judge tells whether a client finds a skill at one place.
func (m *survey) judge(c Client, at parse.Location, linked bool) seat {
	none := seat{rank: len(c.Places) + at.Root}
	if linked && c.Links == IgnoresLinks {
		none.why = c.Title + " does not follow links"
		return none
	}
	dir := m.absolute(at)
	before, client, below, inClient := m.split(dir)
	if !inClient {
		before, client, below, inClient = m.plainPlace(c, at)
	}
	switch {
	case len(c.Places) == 0:
		none.why = c.depthFault(m.belowRoot(at), "the root")
		return none
	case inClient:
		rank := c.placeOf(client, m.home != "" && before == m.home)
		if rank < 0 {
			none.why = fmt.Sprintf("below %s, in which %s does not look", client, c.Title)
			return none
		}
		return seat{rank: rank, why: c.depthFault(below, c.Places[rank].String())}
	case m.projects[at.Root]:
		none.why = fmt.Sprintf("outside of %s, where %s looks", c.placeNames(), c.Title)
		return none
	}
	none.why = c.depthFault(m.belowRoot(at), "the folder of skills")
	return none
}

// absolute is a location as a path with slashes, from the top of the disk when
// the root is on disk.
func (m *survey) absolute(at parse.Location) string {
	return path.Join(filepath.ToSlash(m.cat.Roots[at.Root].Path), at.Dir)
}

// plainPlace finds a place of the client that is no client directory of the
// table, such as skills/ directly below the root.
func (m *survey) plainPlace(c Client, at parse.Location) (before, dir, below string, ok bool) {
	for _, p := range c.Places {
		if rest, found := strings.CutPrefix(at.Dir, p.Dir+"/"); found && p.Scope == Project && !m.known[p.Dir] {
			return filepath.ToSlash(m.cat.Roots[at.Root].Path), p.Dir, rest, true
		}
	}
	return "", "", "", false
}

// belowRoot is the path of a skill below the folder of skills it stands in:
// the nearest directory called skills below the root, or else the root. A
// root that is a skill itself stands in its parent.
func (m *survey) belowRoot(at parse.Location) string {
	if at.Dir == "." {
		return path.Base(m.absolute(at))
	}
	segments := strings.Split(at.Dir, "/")
	for i := len(segments) - 2; i >= 0; i-- {
		if segments[i] == "skills" {
			return strings.Join(segments[i+1:], "/")
		}
	}
	return at.Dir
}

// placeOf is the index of the client's place with that directory, below the
// home directory or below a project, or -1.
func (c Client) placeOf(dir string, user bool) int {
	scope := Project
	if user {
		scope = User
	}
	return slices.Index(c.Places, Place{scope, dir})
}

// placeNames lists the places for a message.
func (c Client) placeNames() string {
	var names []string
	for _, p := range c.Places {
		if p.Scope == Project {
			names = append(names, p.String())
		}
	}
	return strings.Join(names, ", ")
}

// depthFault says why a skill whose directory is below a place is not found
// there, or "".
func (c Client) depthFault(below, place string) string {
	if below == "" {
		if c.TakesPlace {
			return ""
		}
		return "SKILL.md stands in " + place + " itself, not in a directory of its own"
	}
	segments := strings.Split(below, "/")
	if c.Depth > 0 && len(segments) > c.Depth {
		return fmt.Sprintf("scan depth: %d levels below %s, %s reads %d", len(segments), place, c.Title, c.Depth)
	}
	if c.SkipsHidden {
		for _, s := range segments {
			if s[0] == '.' {
				return fmt.Sprintf("below the hidden directory %s, which %s skips", s, c.Title)
			}
		}
	}
	return ""
}
