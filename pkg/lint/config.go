package lint

import (
	"path"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Config is a .skillctl.yaml, read by [ReadConfig]. The zero value changes
// nothing.
type Config struct {
	// Dir is the absolute directory that patterns are relative to, that of the
	// file; WorkDir the absolute one that paths in reports are relative to.
	// Both are slash-separated; when Dir is "" patterns are matched with paths
	// as reports show them.
	Dir, WorkDir string

	Targets     []Profile
	FailOn      string         // error, warning, info, never; "" when not set
	MinSeverity parse.Severity // 0 when not set
	Baseline    string         // as written, relative to the configuration
	Rules       Settings
	Overrides   []Override
	Exclude     []string // doublestar patterns
	Limits      Limits
}

// Settings sets rules, by id, to a severity; 0 turns a rule off.
type Settings map[string]parse.Severity

// Override sets rules for some paths.
type Override struct {
	Paths []string // doublestar patterns
	Rules Settings
}

// Excludes reports whether a path, as reports show it, is left out.
func (c *Config) Excludes(path string) bool {
	return c != nil && c.matches(c.Exclude, path)
}

// setting is what the configuration says about a rule at a path; the last
// override that matches wins.
func (c *Config) setting(rule, path string) (parse.Severity, bool) {
	if c == nil {
		return 0, false
	}
	level, set := c.Rules[rule]
	for _, o := range c.Overrides {
		if own, ok := o.Rules[rule]; ok && c.matches(o.Paths, path) {
			level, set = own, true
		}
	}
	return level, set
}

// matches reports whether a pattern covers the path or a directory above it.
func (c *Config) matches(patterns []string, name string) bool {
	if len(patterns) == 0 {
		return false
	}
	if c.Dir != "" {
		if !isAbs(name) {
			name = c.WorkDir + "/" + name
		}
		var below bool
		if name, below = cutPrefix(name, c.Dir); !below {
			return false
		}
	}
	for _, p := range patterns {
		if doublestar.MatchUnvalidated(p, name) || doublestar.MatchUnvalidated(p+"/**", name) {
			return true
		}
	}
	return false
}

// isAbs reports whether a slash-separated path is absolute, on Windows too.
func isAbs(p string) bool {
	return path.IsAbs(p) || len(p) > 2 && p[1] == ':' && p[2] == '/'
}

// cutPrefix makes a path relative to a directory above it.
func cutPrefix(path, dir string) (string, bool) {
	if dir == "" || dir == "." {
		return path, true
	}
	if path == dir {
		return ".", true
	}
	if len(path) > len(dir) && path[:len(dir)] == dir && path[len(dir)] == '/' {
		return path[len(dir)+1:], true
	}
	return "", false
}

// turnsOn reports whether the configuration gives the rule a severity
// somewhere.
func (c *Config) turnsOn(rule string) bool {
	if c == nil {
		return false
	}
	if c.Rules[rule] != 0 {
		return true
	}
	for _, o := range c.Overrides {
		if o.Rules[rule] != 0 {
			return true
		}
	}
	return false
}
