package parse

import "strings"

// readFrontmatter reads the YAML in Source[start:end] and fills the fields. It
// returns the rule for which the skill cannot be loaded, or "".
func (s *Skill) readFrontmatter(r *report, start, end int) string {
	d := &document{r: r, src: s.Source, base: start, end: end}
	v, valid := d.parse()
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
	if v, ok := s.Frontmatter.Lookup("metadata"); ok {
		s.Metadata = v.Entries
	}
	if v, ok := s.Frontmatter.Lookup("allowed-tools"); ok {
		var ds []Diagnostic
		s.AllowedTools, ds = ParseAllowedTools(v, s.Lines, s.Path)
		r.list = append(r.list, ds...)
	}
	if s.Name == "" {
		r.add(RuleNameMissing, s.Frontmatter.Span.Start.Offset, s.Frontmatter.Span.Start.Offset, "no name").
			Hint = "write name: and the name of the skill's directory"
	}
	if s.Description == "" {
		at := s.Frontmatter.Span.Start.Offset
		r.add(RuleDescriptionMissing, at, at, "no description").
			Hint = "write description: and what the skill does and when to use it"
		return RuleDescriptionMissing
	}
	return ""
}

// text is the trimmed text of a scalar field.
func (s *Skill) text(_ *report, key string) string {
	v, ok := s.Frontmatter.Lookup(key)
	if !ok || v.Kind != Scalar {
		return ""
	}
	return strings.TrimSpace(v.Text)
}
