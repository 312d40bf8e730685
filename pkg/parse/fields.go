package parse

import (
	"slices"
	"strings"
)

// readFrontmatter reads the YAML in Source[start:end] and fills the fields. It
// returns the rule for which the skill cannot be loaded, or "".
func (s *Skill) readFrontmatter(r *report, start, end int) string {
	d := &document{r: r, src: s.Source, base: start, end: end}
	v, valid := d.parseCapped()
	s.Frontmatter.Valid = valid
	switch {
	case v == nil:
		r.add(RuleEmpty, start, start, "frontmatter is empty").Hint = "write name: and description:"
		return RuleEmpty
	case v.Kind != Mapping:
		span := v.Span
		r.add(RuleNotMapping, span.Start.Offset, span.End.Offset, "frontmatter is not made of keys with values").
			Hint = "write name: and description:"
		return RuleNotMapping
	}
	s.Frontmatter.Entries = v.Entries
	if skip := s.fields(r); skip != "" || valid {
		return skip
	}
	s.Recovered = true
	r.add(RuleRecovered, start, start, "frontmatter is not valid YAML; name and description were recovered from its lines").
		Hint = "correct the errors reported for it"
	return ""
}

// fields fills the six fields of the specification.
func (s *Skill) fields(r *report) string {
	s.Name = s.text(r, "name")
	s.Description = s.text(r, "description")
	s.License = s.text(r, "license")
	s.Compatibility = s.text(r, "compatibility")
	s.metadata(r)
	if v, ok := s.Frontmatter.Lookup("allowed-tools"); ok {
		var ds []Diagnostic
		s.AllowedTools, ds = ParseAllowedTools(v, s.Lines, s.Path)
		r.list = append(r.list, ds...)
	}
	if s.Name == "" {
		s.missing(r, RuleNameMissing, "name", "write name: and the name of the skill's directory")
	}
	if s.Description == "" {
		s.missing(r, RuleDescriptionMissing, "description", "write description: and what the skill does and when to use it")
		return RuleDescriptionMissing
	}
	return ""
}

// text is the trimmed text of a scalar field.
func (s *Skill) text(r *report, key string) string {
	v, ok := s.Frontmatter.Lookup(key)
	if !ok {
		return ""
	}
	if v.Kind == Sequence || v.Kind == Mapping {
		r.add(RuleFieldType, v.Span.Start.Offset, v.Span.End.Offset, "%s is a %s, not a text", key, v.Kind).
			Hint = "write a text"
	}
	if v.Kind != Scalar {
		return ""
	}
	return strings.TrimSpace(v.Text)
}

func (s *Skill) metadata(r *report) {
	v, ok := s.Frontmatter.Lookup("metadata")
	if !ok || v.Kind == Null {
		return
	}
	if v.Kind != Mapping && s.Frontmatter.Valid {
		r.add(RuleFieldType, v.Span.Start.Offset, v.Span.End.Offset, "metadata is a %s, not a mapping", v.Kind).
			Hint = "write keys with values below it"
	}
	s.Metadata = v.Entries
}

// missing reports a field that is not there, at the start of the frontmatter,
// or that is there in another letter case or without a text, at its key.
func (s *Skill) missing(r *report, rule, key, hint string) {
	at := s.Frontmatter.Span.Start.Offset
	for _, e := range slices.Backward(s.Frontmatter.Entries) {
		start, end := e.KeySpan.Start.Offset, e.KeySpan.End.Offset
		collection := e.Value.Kind == Sequence || e.Value.Kind == Mapping
		switch {
		case e.Key == key && collection:
			r.add(rule, start, end, "%s is a %s, not a text", key, e.Value.Kind).Hint = hint
			return
		case e.Key == key:
			r.add(rule, start, end, "%s is blank", key).Hint = hint
			return
		case strings.EqualFold(e.Key, key):
			r.add(rule, start, end, "no %s: %s is another key", key, e.Key).Hint = "write the key in lower case"
			return
		}
	}
	r.add(rule, at, at, "no %s", key).Hint = hint
}
