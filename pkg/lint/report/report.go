package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/skillctl/skillctl/pkg/lint"
)

// Format names an output.
type Format string

// The formats.
const (
	Text     Format = "text"
	JSON     Format = "json"
	SARIF    Format = "sarif"
	GitHub   Format = "github"
	JUnit    Format = "junit"
	Markdown Format = "markdown"
)

// Formats lists every format, the default first.
func Formats() []Format { return []Format{Text, JSON, SARIF, GitHub, JUnit, Markdown} }

// Report is what is to be printed.
type Report struct {
	Result  *lint.Result
	Rules   []lint.Rule // for the texts of SARIF
	Version string      // of the program
	Style   Style       // of the text; nil means [Plain]
	Columns int         // width of the text in character cells; 0 means [DefaultColumns]
}

// DefaultColumns is the width of text that goes to no terminal.
const DefaultColumns = 100

// Write prints the report in a format. Its errors are those of w, or that the
// format is unknown.
func Write(w io.Writer, f Format, r *Report) error {
	writers := map[Format]func(io.Writer, *Report) error{
		Text: writeText, JSON: writeJSON, SARIF: writeSARIF,
		GitHub: writeGitHub, JUnit: writeJUnit, Markdown: writeMarkdown,
	}
	write, ok := writers[f]
	if !ok {
		return fmt.Errorf("unknown format %q", f)
	}
	return write(w, r)
}

// rule finds the entry of a rule, or one that has only the id.
func (r *Report) rule(id string) lint.Rule {
	if i := slices.IndexFunc(r.Rules, func(rule lint.Rule) bool { return rule.ID == id }); i >= 0 {
		return r.Rules[i]
	}
	return lint.Rule{ID: id, Summary: id}
}

// RuleURL is the page of a rule on the web.
func RuleURL(id string) string {
	return "https://github.com/skillctl/skillctl/blob/main/docs/rules/" + id + ".md"
}
