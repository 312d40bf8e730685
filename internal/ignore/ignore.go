package ignore

import (
	"path"
	"strings"
)

// Limits on what an ignore file may hold; lines beyond them are not read.
const (
	// MaxBytes is how much of one file is read, in bytes.
	MaxBytes = 1 << 20
	// MaxPatterns is how many patterns of one file are used.
	MaxPatterns = 10_000
	// maxSteps is how many comparisons one pattern may take for one path.
	maxSteps = 100_000
)

// Matcher holds the patterns of one ignore file. It is immutable and safe for
// concurrent use.
type Matcher struct {
	dir      string // the folder the file lies in, "" for the top
	patterns []pattern
}

type pattern struct {
	raw     string // the line, for messages
	glob    string
	literal int // bytes at the start of glob without a special character
	negated bool
	dirOnly bool
	base    bool // no slash in the pattern: matches the last element
}

// Parse reads an ignore file that lies in dir, slash-separated and relative to
// the tree that paths are relative to; "" or "." is its top. It accepts any
// bytes.
func Parse(data []byte, dir string) *Matcher {
	if len(data) > MaxBytes {
		data = data[:MaxBytes]
	}
	dir = path.Clean(dir)
	if dir == "." || dir == "/" {
		dir = ""
	}
	m := &Matcher{dir: strings.Trim(dir, "/")}
	text := strings.TrimPrefix(string(data), "\ufeff")
	for line := range strings.SplitSeq(text, "\n") {
		if len(m.patterns) == MaxPatterns {
			break
		}
		if p, ok := parseLine(strings.TrimSuffix(line, "\r")); ok {
			m.patterns = append(m.patterns, p)
		}
	}
	return m
}

func parseLine(line string) (pattern, bool) {
	if strings.HasPrefix(line, "#") {
		return pattern{}, false
	}
	if end := strings.IndexByte(line, 0); end >= 0 {
		line = line[:end]
	}
	p := pattern{raw: trimSpaces(line)}
	p.glob, p.negated = strings.CutPrefix(p.raw, "!")
	p.glob, p.dirOnly = strings.CutSuffix(p.glob, "/")
	p.base = !strings.Contains(p.glob, "/")
	if !p.base {
		p.glob = strings.TrimPrefix(p.glob, "/")
	}
	p.literal = strings.IndexAny(p.glob, `*?[\`)
	if p.literal < 0 {
		p.literal = len(p.glob)
	}
	return p, p.glob != ""
}

// trimSpaces drops trailing spaces unless a backslash stands before them.
func trimSpaces(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
		case '\\':
			i++
			if i == len(s) {
				return s
			}
			end = -1
		default:
			end = -1
		}
	}
	if end < 0 {
		return s
	}
	return s[:end]
}

// find returns the last pattern that matches the path itself, not the folders
// above it.
func (m *Matcher) find(name string, isDir bool) (*pattern, bool) {
	rel, ok := m.relative(name)
	if !ok {
		return nil, false
	}
	for i := len(m.patterns) - 1; i >= 0; i-- {
		if p := &m.patterns[i]; p.match(rel, isDir) {
			return p, true
		}
	}
	return nil, false
}

func (m *Matcher) relative(name string) (string, bool) {
	if m.dir == "" {
		return name, true
	}
	rel, ok := strings.CutPrefix(name, m.dir)
	if !ok || !strings.HasPrefix(rel, "/") {
		return "", false
	}
	return rel[1:], true
}

func (p *pattern) match(name string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if p.base {
		return p.matchBase(name[strings.LastIndexByte(name, '/')+1:])
	}
	if !strings.HasPrefix(name, p.glob[:p.literal]) {
		return false
	}
	glob, rest := p.glob[p.literal:], name[p.literal:]
	if glob == "" {
		return rest == ""
	}
	return wildmatch(glob, rest, pathname)
}

func (p *pattern) matchBase(name string) bool {
	switch {
	case p.literal == len(p.glob):
		return p.glob == name
	case !strings.HasPrefix(name, p.glob[:p.literal]):
		return false
	}
	return wildmatch(p.glob, name, anything)
}

// Stack is the ignore files that apply at some place of a walk, outermost
// first. The zero value ignores nothing. A Stack is a value: Push leaves the
// one it is called on as it was, so that a walk can go down with the result
// and come back to the old one. Safe for concurrent use.
type Stack struct {
	top *level
}

type level struct {
	matcher *Matcher
	below   *level
}

// Push returns the stack with m on top: its patterns win over those below.
func (s Stack) Push(m *Matcher) Stack {
	if m == nil || len(m.patterns) == 0 {
		return s
	}
	return Stack{&level{m, s.top}}
}

// Match reports whether an entry of a walk is ignored, and which pattern said
// so. The name is slash-separated. A walk does not enter ignored folders, so
// the folders above the entry are not looked at again.
func (s Stack) Match(name string, isDir bool) (ignored bool, rule string) {
	for l := s.top; l != nil; l = l.below {
		if p, ok := l.matcher.find(name, isDir); ok {
			return !p.negated, p.raw
		}
	}
	return false, ""
}
