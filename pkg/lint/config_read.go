package lint

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skillctl/skillctl/pkg/parse"
)

// ConfigName is the name of the configuration file.
const ConfigName = ".skillctl.yaml"

// The keys of a configuration's lint section. [ReadConfig] reads them, the
// JSON Schema in docs/schema describes them, and a test compares the two.
const (
	keyTargets     = "targets"
	keyFailOn      = "fail-on"
	keyMinSeverity = "min-severity"
	keyBaseline    = "baseline"
	keyRules       = "rules"
	keyOverrides   = "overrides"
	keyPaths       = "paths"
	keyExclude     = "exclude"
	keyLimits      = "limits"
)

// FailLevels are the values of fail-on, strictest last.
func FailLevels() []string { return []string{"never", "error", "warning", "info"} }

// ReadConfig reads a .skillctl.yaml strictly: an unknown key, rule, profile or
// value is an error that names its line and column and matches [ErrConfig].
// The path is what errors show; known are the ids that rules may have.
func ReadConfig(src []byte, path string, known []string) (*Config, error) {
	root, problems := parse.ParseYAML(src, path)
	for _, d := range problems {
		if d.Severity == parse.Error || root == nil {
			return nil, &ConfigError{Path: path, Pos: d.Span.Start, Message: d.Message, Advice: d.Hint}
		}
	}
	c := &Config{}
	if root == nil || root.Kind == parse.Null {
		return c, nil
	}
	r := &configReader{path: path, known: known}
	settings := r.settingsOf(c)
	for _, e := range root.Entries {
		if settings[e.Key] != nil {
			r.fail(e.KeySpan, "put it below lint:", "unknown key %q", e.Key)
		}
	}
	r.mapping(root, map[string]func(*parse.Value){
		"lint": func(v *parse.Value) { r.mapping(v, settings) },
	})
	return c, r.err
}

// configReader walks the tree and keeps the first error.
type configReader struct {
	path  string
	known []string
	err   error
}

func (r *configReader) fail(at parse.Span, advice, format string, args ...any) {
	if r.err == nil {
		r.err = &ConfigError{Path: r.path, Pos: at.Start, Message: fmt.Sprintf(format, args...), Advice: advice}
	}
}

// settingsOf are the keys below lint:, each with what reads it into c.
func (r *configReader) settingsOf(c *Config) map[string]func(*parse.Value) {
	return map[string]func(*parse.Value){
		keyTargets:     func(v *parse.Value) { c.Targets = r.profiles(v) },
		keyFailOn:      func(v *parse.Value) { c.FailOn = r.oneOf(v, FailLevels()) },
		keyMinSeverity: func(v *parse.Value) { c.MinSeverity = r.severity(v) },
		keyBaseline:    func(v *parse.Value) { c.Baseline = r.text(v) },
		keyRules:       func(v *parse.Value) { c.Rules = r.settings(v) },
		keyExclude:     func(v *parse.Value) { c.Exclude = r.patterns(v) },
		keyOverrides:   func(v *parse.Value) { c.Overrides = r.overrides(v) },
		keyLimits:      func(v *parse.Value) { r.limits(v, &c.Limits) },
	}
}

// mapping calls the function of each key; an empty value is an empty mapping.
func (r *configReader) mapping(v *parse.Value, keys map[string]func(*parse.Value)) {
	if v.Kind == parse.Null {
		return
	}
	names := slices.Sorted(maps.Keys(keys))
	if v.Kind != parse.Mapping {
		r.fail(v.Span, "write lines such as "+names[0]+": …", "expected a mapping of keys to values")
		return
	}
	for _, e := range v.Entries {
		read, ok := keys[e.Key]
		if !ok {
			r.fail(e.KeySpan, suggestion(e.Key, names), "unknown key %q", e.Key)
			continue
		}
		read(e.Value)
	}
}

func suggestion(name string, known []string) string {
	return (&UnknownError{Name: name, Known: known}).Hint()
}

func (r *configReader) list(v *parse.Value) []*parse.Value {
	switch v.Kind {
	case parse.Sequence:
		return v.Items
	case parse.Scalar:
		return []*parse.Value{v}
	case parse.Null:
		return nil
	default:
		r.fail(v.Span, "write it as [one, two]", "expected a list")
		return nil
	}
}

func (r *configReader) text(v *parse.Value) string {
	if v.Kind != parse.Scalar || v.Text == "" {
		r.fail(v.Span, "write one word or text", "expected a text")
	}
	return v.Text
}

func (r *configReader) oneOf(v *parse.Value, values []string) string {
	if v.Kind != parse.Scalar || !slices.Contains(values, v.Text) {
		r.fail(v.Span, suggestion(v.Text, values), "unknown value %q", v.Text)
	}
	return v.Text
}

func (r *configReader) severity(v *parse.Value) parse.Severity {
	s, _ := parse.ParseSeverity(r.oneOf(v, []string{"error", "warning", "info"}))
	return s
}

func (r *configReader) profiles(v *parse.Value) []Profile {
	var names []string
	for _, item := range r.list(v) {
		name := r.oneOf(item, append(profileNames(Profiles()), "all"))
		names = append(names, name)
	}
	profiles, _ := ParseProfiles(names) // each name was checked above
	return profiles
}

func (r *configReader) patterns(v *parse.Value) []string {
	var patterns []string
	for _, item := range r.list(v) {
		p := strings.TrimSuffix(strings.TrimPrefix(r.text(item), "./"), "/")
		if !doublestar.ValidatePattern(p) {
			r.fail(item.Span, "patterns are those of doublestar: * ? [a-z] {a,b} **", "malformed pattern %q", item.Text)
		}
		patterns = append(patterns, p)
	}
	return patterns
}

// settings reads "rule: severity"; YAML 1.1 reads off as false, this does not.
func (r *configReader) settings(v *parse.Value) Settings {
	set := Settings{}
	if v.Kind == parse.Null {
		return set
	}
	if v.Kind != parse.Mapping {
		r.fail(v.Span, "write lines such as link-broken: warning", "expected a mapping of rules to severities")
		return set
	}
	for _, e := range v.Entries {
		if !slices.Contains(r.known, e.Key) {
			r.fail(e.KeySpan, suggestion(e.Key, r.known), "unknown rule %q", e.Key)
		}
		level := r.oneOf(e.Value, []string{"error", "warning", "info", "off"})
		set[e.Key], _ = parse.ParseSeverity(level) // off is 0
	}
	return set
}

func (r *configReader) overrides(v *parse.Value) []Override {
	var all []Override
	for _, item := range r.list(v) {
		var o Override
		r.mapping(item, map[string]func(*parse.Value){
			keyPaths: func(v *parse.Value) { o.Paths = r.patterns(v) },
			keyRules: func(v *parse.Value) { o.Rules = r.settings(v) },
		})
		if len(o.Paths) == 0 {
			r.fail(item.Span, "add paths: [\"some/dir/**\"]", "an override needs paths")
		}
		all = append(all, o)
	}
	return all
}

func (r *configReader) limits(v *parse.Value, l *Limits) {
	keys := map[string]func(*parse.Value){}
	for _, k := range limitKeys() {
		keys[k.name] = func(v *parse.Value) { *k.field(l) = r.count(v) }
	}
	r.mapping(v, keys)
}

func (r *configReader) count(v *parse.Value) int {
	n, err := strconv.Atoi(v.Text)
	if err != nil || n < 1 {
		r.fail(v.Span, "write a number such as 500", "expected a whole number above zero, got %q", v.Text)
	}
	return n
}
