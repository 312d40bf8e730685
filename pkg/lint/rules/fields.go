package rules

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// field is the value of a top-level key of SKILL.md, nil when there is none.
// Of a repeated key the last one counts.
func field(s *parse.Skill, key string) *parse.Value {
	v, _ := s.Frontmatter.Lookup(key)
	return v
}

// topEntry is the top-level entry of a key, the last one of a repeated key.
func topEntry(s *parse.Skill, key string) (parse.Entry, bool) {
	if s.Frontmatter == nil {
		return parse.Entry{}, false
	}
	for _, e := range slices.Backward(s.Frontmatter.Entries) {
		if e.Key == key {
			return e, true
		}
	}
	return parse.Entry{}, false
}

// text is a scalar's text without the blanks around it; ok is false when the
// key is absent or its value is no scalar.
func text(s *parse.Skill, key string) (value string, v *parse.Value, ok bool) {
	v = field(s, key)
	if v == nil || v.Kind != parse.Scalar {
		return "", v, false
	}
	return strings.TrimSpace(v.Text), v, true
}

// quoted is the edit that puts a plain one-line scalar in single quotes, which
// keeps its text.
func quoted(v *parse.Value) parse.Edit {
	return parse.Edit{
		Start: v.Span.Start.Offset, End: v.Span.End.Offset,
		New: "'" + strings.ReplaceAll(v.Text, "'", "''") + "'",
	}
}

// isPlain says that a value is an unquoted scalar on one line.
func isPlain(v *parse.Value) bool {
	return v != nil && v.Kind == parse.Scalar && v.Style == parse.Plain && v.Alias == "" &&
		v.Span.Start.Line == v.Span.End.Line
}
