package parse

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Catalog is what [Scan] found. It is not changed afterwards and safe for
// concurrent use.
type Catalog struct {
	// Roots are the roots as scanned, in the order given.
	Roots []Root
	// Skills are the skills that load, shadowed ones included, by root and
	// then by path.
	Skills []*Skill
	// Skipped are the files and links that are no skill for clients, by root
	// and then by path.
	Skipped []Skipped
	// IgnoredDirs counts the directories that a .gitignore excluded.
	IgnoredDirs int
	// Diagnostics are remarks on the scan itself: limits reached, links that
	// lead nowhere.
	Diagnostics []Diagnostic

	locations map[*Skill][]Location
}

// Skipped is a SKILL.md, or a link, that clients do not load as a skill.
type Skipped struct {
	Root   int    // index of the root
	Path   string // the file or link, as reports show it
	Rule   string // id of the rule that says what is wrong
	Reason string // what is wrong, without the position
	Hint   string // what to do about it, or ""
	Pos    Pos    // where in the file; invalid when it is about the file
	Skill  *Skill // what could be read of it; nil for links and what cannot be opened
}

// Location is a place at which a skill can be found.
type Location struct {
	Root int    // index of the root
	Dir  string // the skill's directory below that root, slash-separated; "." for the root itself
}

// Locations are the places of a skill: the one it was found at first, then
// those that followed links give it.
func (c *Catalog) Locations(s *Skill) []Location { return c.locations[s] }

// Loaded are the skills that no other one shadows.
func (c *Catalog) Loaded() []*Skill {
	var loaded []*Skill
	for _, s := range c.Skills {
		if s.ShadowedBy == nil {
			loaded = append(loaded, s)
		}
	}
	return loaded
}

// skipping is a Skipped with what its order needs.
type skipping struct {
	Skipped
	rel string
}

// skip records what is no skill.
func (w *walk) skip(rel string, s Skipped) {
	s.Root, s.Path = w.root, w.display(w.root, rel)
	w.skipped = append(w.skipped, skipping{rel: rel, Skipped: s})
}

// note records a remark on the scan.
func (w *walk) note(severity Severity, rel, format string, args ...any) *Diagnostic {
	w.notes = append(w.notes, Diagnostic{
		Rule: RuleScanLimit, Severity: severity,
		Message: fmt.Sprintf(format, args...), Path: w.display(w.root, rel),
	})
	return &w.notes[len(w.notes)-1]
}

// unreadable reports a directory that cannot be read: of a root as its error,
// else as skipped, as there may be skills in it.
func (w *walk) unreadable(n node, err error) {
	if n.rel == "" {
		w.roots[w.root].Err = err
		return
	}
	w.skip(n.rel, Skipped{Rule: RuleUnreadable, Reason: "directory cannot be read: " + reason(err).Error()})
}

// display is a path below a root as reports show it.
func (s *scanner) display(root int, rel string) string {
	r := s.roots[root]
	shown := path.Join(filepath.ToSlash(r.Path), rel)
	if r.Path == "" {
		shown = strings.TrimPrefix(r.Source+"/"+rel, "/")
	}
	if s.opts.WorkDir == "" {
		return shown
	}
	work := filepath.ToSlash(s.opts.WorkDir)
	if shown == work {
		return "."
	}
	if below, ok := strings.CutPrefix(shown, strings.TrimSuffix(work, "/")+"/"); ok {
		return below
	}
	return shown
}

// baseName is the last element of a path on disk; "" for a root directory.
func baseName(name string) string {
	base := filepath.Base(name)
	if base == string(filepath.Separator) {
		return ""
	}
	return base
}

// catalog puts in order what the walks and the loaders found.
func (s *scanner) catalog() *Catalog {
	c := &Catalog{
		Roots: s.roots, IgnoredDirs: s.ignored, Diagnostics: s.notes,
		locations: map[*Skill][]Location{},
	}
	slices.SortFunc(s.found, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(below(a.rel, a.file), below(b.rel, b.file)))
	})
	links := s.linksByTarget()
	for _, f := range s.found {
		f.skill.Root = f.root
		switch {
		case f.nested:
			s.skipNested(f)
		case f.skill.Skip != nil:
			s.skipUnloadable(f)
		default:
			c.Skills = append(c.Skills, f.skill)
			c.locations[f.skill] = s.locate(f, links)
		}
	}
	slices.SortStableFunc(s.skipped, func(a, b skipping) int {
		return cmp.Or(cmp.Compare(a.Root, b.Root), strings.Compare(a.rel, b.rel))
	})
	for _, sk := range s.skipped {
		c.Skipped = append(c.Skipped, sk.Skipped)
	}
	shadow(c.Skills)
	return c
}

func (s *scanner) skipUnloadable(f *finding) {
	d := f.skill.Skip
	s.skipped = append(s.skipped, skipping{rel: below(f.rel, f.file), Skipped: Skipped{
		Root: f.root, Path: f.skill.Path, Rule: d.Rule, Reason: d.Message, Hint: d.Hint,
		Pos: d.Span.Start, Skill: f.skill,
	}})
}

// skipNested reports a skill below another one, unless its directory was also
// found on its own, as a root or through a link.
func (s *scanner) skipNested(f *finding) {
	if s.skills[f.place] {
		return
	}
	s.skipped = append(s.skipped, skipping{rel: below(f.rel, f.file), Skipped: Skipped{
		Root: f.root, Path: f.skill.Path, Rule: RuleNested, Skill: f.skill, Pos: Pos{Line: 1, Column: 1},
		Reason: "nested in the skill " + s.display(f.root, f.outer) + ", of which it is a part for clients",
		Hint:   "move its directory beside that skill to make it a skill of its own",
	}})
}

// locate lists the places of a skill: under its own path, and under every
// link that leads to its directory or to one above it.
func (s *scanner) locate(f *finding, links map[place][]dirLink) []Location {
	places := []Location{{Root: f.root, Dir: cmp.Or(f.rel, ".")}}
	if len(links) == 0 {
		return places
	}
	at, tail := f.place, ""
	for {
		for _, l := range links[at] {
			other := Location{Root: l.root, Dir: path.Join(l.rel, tail)}
			if !slices.Contains(places, other) {
				places = append(places, other)
			}
		}
		parent := filepath.Dir(at.path)
		if parent == at.path {
			return places
		}
		tail = path.Join(filepath.Base(at.path), tail)
		at.path = parent
	}
}

// linksByTarget groups links by the directory they lead to.
func (s *scanner) linksByTarget() map[place][]dirLink {
	links := make(map[place][]dirLink, len(s.links))
	for _, l := range s.links {
		to := place{root: -1, path: l.real}
		if !s.trees[l.root].onDisk() {
			to.root = l.root
		}
		links[to] = append(links[to], l)
	}
	return links
}

// shadow finds skills of the same name: the first one wins.
func shadow(skills []*Skill) {
	first := make(map[string]*Skill, len(skills))
	for _, s := range skills {
		if winner, ok := first[s.Name]; ok {
			s.ShadowedBy = winner
			continue
		}
		first[s.Name] = s
	}
}
