package linttest

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
)

// want is one expected finding.
type want struct {
	path   string
	line   int // 0: anywhere in the file
	text   *regexp.Regexp
	quoted string
	met    bool
}

// Expectation is what a tree says the linter should find in it.
type Expectation struct {
	Profiles []lint.Profile
	wants    []*want
}

// wantComment matches a comment with one or more quoted patterns at the end of
// a line. The space before it goes away with it.
var (
	wantComment = regexp.MustCompile(`[ \t]*(?:<!--|#|//)[ \t]*want((?:[ \t]+"(?:[^"\\]|\\.)*")+)[ \t]*(?:-->)?[ \t]*(\r?)$`)
	quotedWord  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// Expect takes the expectations out of a tree: the comments disappear from its
// files.
func (t *Tree) Expect() (*Expectation, error) {
	e := &Expectation{Profiles: lint.Profiles()}
	for line := range strings.Lines(t.Comment) {
		if err := e.directive(strings.TrimSpace(line)); err != nil {
			return nil, err
		}
	}
	for name, file := range t.FS {
		if file.Mode&fs.ModeSymlink != 0 || !utf8.Valid(file.Data) || !bytes.Contains(file.Data, []byte("want")) {
			continue
		}
		data, err := e.strip(name, file.Data)
		if err != nil {
			return nil, err
		}
		file.Data = data
	}
	return e, nil
}

// directive reads a line of the text before the first file; other lines are
// remarks.
func (e *Expectation) directive(line string) error {
	if names, ok := strings.CutPrefix(line, "target "); ok {
		profiles, err := lint.ParseProfiles(strings.Split(names, ","))
		e.Profiles = profiles
		return err
	}
	rest, ok := strings.CutPrefix(line, "want ")
	if !ok {
		return nil
	}
	at, quoted, ok := strings.Cut(rest, ` "`)
	if !ok {
		return fmt.Errorf("%s: no quoted pattern", line)
	}
	path, number := at, 0
	if before, after, ok := cutLast(at, ":"); ok {
		if n, err := strconv.Atoi(after); err == nil {
			path, number = before, n
		}
	}
	return e.add(path, number, `"`+quoted)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

func (e *Expectation) add(path string, line int, quoted string) error {
	pattern, err := strconv.Unquote(quoted)
	if err != nil {
		return fmt.Errorf("%s:%d: %s: %w", path, line, quoted, err)
	}
	text, err := regexp.Compile(pattern)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", path, line, err)
	}
	e.wants = append(e.wants, &want{path: path, line: line, text: text, quoted: quoted})
	return nil
}

// strip removes the comments of a file and notes what they say.
func (e *Expectation) strip(name string, data []byte) ([]byte, error) {
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		m := wantComment.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		for _, quoted := range quotedWord.FindAllString(line[m[2]:m[3]], -1) {
			if err := e.add(name, i+1, quoted); err != nil {
				return nil, err
			}
		}
		lines[i] = line[:m[0]] + line[m[4]:m[5]]
	}
	return []byte(strings.Join(lines, "\n")), nil
}

// Compare returns a line for each issue that was not expected and each
// expectation that was not met.
func (e *Expectation) Compare(issues []lint.Issue) []string {
	var faults []string
	for _, i := range issues {
		if !e.meet(i) {
			faults = append(faults, fmt.Sprintf("not expected: %s:%d:%d: %s: %s (%s)",
				i.Path, i.Span.Start.Line, i.Span.Start.Column, i.Severity, i.Message, i.Rule))
		}
	}
	for _, w := range e.wants {
		if !w.met {
			faults = append(faults, fmt.Sprintf("not found: %s:%d: %s", w.path, w.line, w.quoted))
		}
	}
	return faults
}

func (e *Expectation) meet(i lint.Issue) bool {
	for _, w := range e.wants {
		if !w.met && w.path == i.Path && (w.line == 0 || w.line == i.Span.Start.Line) && w.text.MatchString(i.Severity.String()+": "+i.Message) {
			w.met = true
			return true
		}
	}
	return false
}

// Expected is the number of findings the tree asks for.
func (e *Expectation) Expected() int { return len(e.wants) }
