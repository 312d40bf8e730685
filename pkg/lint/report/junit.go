package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// The elements of JUnit XML that readers agree on.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit prints a test suite for each file and a failed test for each
// error and warning; infos are passed tests with output. A run without issues
// is one passed test, since many readers take an empty report for a failure.
func writeJUnit(w io.Writer, r *Report) error {
	all := junitSuites{Name: "skillctl lint"}
	for i := range r.Result.Issues {
		issue := &r.Result.Issues[i]
		name := escape.Hidden(issue.Path)
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != name {
			all.Suites = append(all.Suites, junitSuite{Name: name})
		}
		all.Suites[len(all.Suites)-1].add(issue)
	}
	if len(all.Suites) == 0 {
		passed := junitCase{Name: count(r.Result.Skills, "skill") + " without findings", Class: "skillctl"}
		all.Suites = []junitSuite{{Name: "skillctl lint", Tests: 1, Cases: []junitCase{passed}}}
	}
	for _, s := range all.Suites {
		all.Tests += s.Tests
		all.Failures += s.Failures
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(i *lint.Issue) {
	message := escape.Hidden(i.Message)
	text := fmt.Sprintf("%s:%d:%d: %s: %s", s.Name, i.Span.Start.Line, i.Span.Start.Column, i.Severity, message)
	if !i.Span.IsValid() {
		text = fmt.Sprintf("%s: %s: %s", s.Name, i.Severity, message)
	}
	if i.Hint != "" {
		text += "\nhint: " + escape.Text(i.Hint)
	}
	c := junitCase{Name: i.Rule, Class: s.Name, File: s.Name, Line: i.Span.Start.Line}
	if i.Span.IsValid() {
		c.Name = fmt.Sprintf("%s at %d:%d", i.Rule, i.Span.Start.Line, i.Span.Start.Column)
	}
	if i.Severity == parse.Info {
		c.Output = text
	} else {
		c.Failure = &junitFailure{Type: i.Severity.String(), Message: message, Text: text}
		s.Failures++
	}
	s.Tests++
	s.Cases = append(s.Cases, c)
}
