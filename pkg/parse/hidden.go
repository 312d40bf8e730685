package parse

import "strings"

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
