package parse

import "strings"

// Tulip are the keys that the Tulip SDK reads beside those of the
// specification (tuliplabs-ai/tulip-agents, src/tulip/skills).
type Tulip struct {
	Probes       []Probe
	MinToolCalls *int // nil without a bound
	MaxToolCalls *int
}

// Probe demands that a tool call mentions a text.
type Probe struct {
	Name        string
	Match       string // found as it stands, in any case, in arguments or result
	Description string
	Span        Span
}

// Tulip reads Tulip's keys, each in two spellings. Tulip drops what is
// malformed without a word; here the diagnostics tell.
func (s *Skill) Tulip() (Tulip, []Diagnostic) {
	t := s.typed(RuleTulipProbe)
	out := Tulip{Probes: t.probes(s.firstOf("required_probes", "required-probes"))}
	t.rule = RuleTulipBound
	low := s.firstOf("min-tool-calls", "min_tool_calls")
	high := s.firstOf("max-tool-calls", "max_tool_calls")
	out.MinToolCalls = t.bound(low, "min-tool-calls")
	out.MaxToolCalls = t.bound(high, "max-tool-calls")
	if out.MinToolCalls != nil && out.MaxToolCalls != nil && *out.MinToolCalls > *out.MaxToolCalls {
		t.wrong(high, "max-tool-calls %d is less than min-tool-calls %d", *out.MaxToolCalls, *out.MinToolCalls)
	}
	return out, s.owned(t.sorted())
}

// firstOf is the value of the first spelling that has one.
func (s *Skill) firstOf(keys ...string) *Value {
	for _, key := range keys {
		if v, ok := s.Frontmatter.Lookup(key); ok && v.Kind != Null && (v.Kind != Sequence || len(v.Items) > 0) {
			return v
		}
	}
	return nil
}

func (t *typed) probes(v *Value) []Probe {
	if v == nil {
		return nil
	}
	if v.Kind != Sequence {
		t.wrong(v, "required_probes is a %s, not a list; Tulip ignores it", v.Kind).
			Hint = "write a list of items with name: and match:"
		return nil
	}
	var probes []Probe
	for _, item := range v.Items {
		if p, ok := t.probe(item); ok {
			probes = append(probes, p)
		}
	}
	return probes
}

func (t *typed) probe(v *Value) (Probe, bool) {
	if v.Kind != Mapping {
		t.wrong(v, "a required probe is a %s, not a mapping; Tulip drops it", v.Kind).Hint = "write name: and match:"
		return Probe{}, false
	}
	p := Probe{Name: field(v, "name"), Match: field(v, "match"), Description: field(v, "description"), Span: v.Span}
	if p.Name != "" && p.Match != "" {
		return p, true
	}
	missing := "name"
	if p.Name != "" {
		missing = "match"
	}
	t.wrong(v, "a required probe has no %s; Tulip drops it", missing).Hint = "write name: and match:"
	return Probe{}, false
}

// field is the trimmed text of a scalar in a mapping.
func field(v *Value, key string) string {
	if item, ok := v.Lookup(key); ok && item.Kind == Scalar {
		return strings.TrimSpace(item.Text)
	}
	return ""
}

func (t *typed) bound(v *Value, what string) *int {
	if v == nil {
		return nil
	}
	n, ok := t.integer(v)
	if !ok || n < 0 {
		t.wrong(v, "%s is no whole number of 0 or more; Tulip ignores it", what).Hint = "write a number without quotes"
		return nil
	}
	return &n
}
