package cache

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first used:
// most starts of the program need none.
type pattern func() *regexp.Regexp

func newPattern(expression string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// MatchString reports whether the pattern matches s.
func (p pattern) MatchString(s string) bool { return p().MatchString(s) }
