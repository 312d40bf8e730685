package parse

import (
	"strconv"
	"strings"
)

// typed reads values of known type and reports those of another under one
// rule.
type typed struct {
	report
	rule string
}

func (s *Skill) typed(rule string) *typed {
	return &typed{report: report{path: s.Path, lines: s.Lines}, rule: rule}
}

func (t *typed) wrong(v *Value, format string, args ...any) *Diagnostic {
	return t.add(t.rule, v.Span.Start.Offset, v.Span.End.Offset, format, args...)
}

// text is a scalar's text, trimmed. A nil or null value is "".
func (t *typed) text(v *Value, what string) string {
	switch {
	case v == nil || v.Kind == Null:
		return ""
	case v.Kind != Scalar:
		t.wrong(v, "%s is a %s, not a text", what, v.Kind)
		return ""
	}
	return strings.TrimSpace(v.Text)
}

// boolean reads a boolean in any of the notations that clients take.
func (t *typed) boolean(v *Value, what string, unset bool) bool {
	if v == nil || v.Kind == Null {
		return unset
	}
	if v.Kind == Scalar {
		switch strings.ToLower(strings.TrimSpace(v.Text)) {
		case "true", "yes", "on", "1":
			return true
		case "false", "no", "off", "0":
			return false
		}
	}
	t.wrong(v, "%s is neither true nor false", what).Hint = "write true or false"
	return unset
}

// texts is a list of texts; a single text is a list of one.
func (t *typed) texts(v *Value, what string) []string {
	switch {
	case v == nil || v.Kind == Null:
		return nil
	case v.Kind == Scalar:
		if text := strings.TrimSpace(v.Text); text != "" {
			return []string{text}
		}
		return nil
	case v.Kind == Mapping:
		t.wrong(v, "%s is a mapping, not a list", what)
		return nil
	}
	var list []string
	for _, item := range v.Items {
		if item.Kind != Scalar {
			t.wrong(item, "an item of %s is a %s, not a text", what, item.Kind)
			continue
		}
		list = append(list, strings.TrimSpace(item.Text))
	}
	return list
}

// mappings are the items of a list that are mappings, as all of them should be.
func (t *typed) mappings(v *Value, what string) []*Value {
	switch {
	case v == nil || v.Kind == Null:
		return nil
	case v.Kind != Sequence:
		t.wrong(v, "%s is a %s, not a list", what, v.Kind)
		return nil
	}
	var list []*Value
	for _, item := range v.Items {
		if item.Kind != Mapping {
			t.wrong(item, "an item of %s is a %s, not a mapping", what, item.Kind)
			continue
		}
		list = append(list, item)
	}
	return list
}

// integer is a whole number, as YAML types it: a quoted one is a text.
func (t *typed) integer(v *Value) (int, bool) {
	if v.Kind != Scalar || v.Tag != "int" {
		return 0, false
	}
	n, err := strconv.ParseInt(v.Text, 0, 32)
	if err != nil {
		n, err = strconv.ParseInt(v.Text, 10, 32)
	}
	return int(n), err == nil
}

// String names the kind: "null", "scalar", "list" or "mapping".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Scalar:
		return "scalar"
	case Sequence:
		return "list"
	case Mapping:
		return "mapping"
	}
	return "value"
}

// spelled finds a key in kebab-case, snake_case or camelCase, which readers of
// Claude Code's keys take alike. The key is given in kebab-case.
func (f *Frontmatter) spelled(key string) *Value {
	for _, spelling := range []string{key, strings.ReplaceAll(key, "-", "_"), camel(key)} {
		if v, ok := f.Lookup(spelling); ok {
			return v
		}
	}
	return nil
}

func camel(key string) string {
	words := strings.Split(key, "-")
	for i := range words[1:] {
		words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
	}
	return strings.Join(words, "")
}

// splitWords are the words of a text, separated by blanks or commas.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '\t' || c == '\n' })
}

// listed joins the members of a closed set for a message.
func listed(set []string) string { return strings.Join(set, ", ") }
