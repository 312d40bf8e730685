package parse

import "strings"

// Listed are the skills that an agent's catalog shows: those that are not
// shadowed and do not hide themselves from the model.
func (c *Catalog) Listed() []*Skill {
	var listed []*Skill
	for _, s := range c.Loaded() {
		if !s.HiddenFromModel() {
			listed = append(listed, s)
		}
	}
	return listed
}

// HiddenFromModel tells whether the frontmatter sets
// disable-model-invocation, with which clients leave a skill out of the
// catalog; only a user can then load it.
func (s *Skill) HiddenFromModel() bool {
	v, ok := s.Frontmatter.Lookup("disable-model-invocation")
	if !ok || v.Kind != Scalar {
		return false
	}
	switch strings.ToLower(v.Text) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
