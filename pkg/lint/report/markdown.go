package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
)

// maxMarkdownRows bounds the table: a job summary of GitHub holds 1 MiB.
const maxMarkdownRows = 1000

// writeMarkdown prints a summary and a table for a job summary or a comment.
func writeMarkdown(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	s := r.Result.Summary
	fmt.Fprintf(b, "## skillctl lint\n\n")
	fmt.Fprintf(b, "%s: %s, %s, %s", count(r.Result.Skills, "skill"),
		count(s.Errors, "error"), count(s.Warnings, "warning"), count(s.Infos, "info"))
	if s.Suppressed > 0 {
		fmt.Fprintf(b, ", %d suppressed", s.Suppressed)
	}
	if s.Baselined > 0 {
		fmt.Fprintf(b, ", %d in the baseline", s.Baselined)
	}
	fmt.Fprintln(b, ".")
	issues := r.Result.Issues
	if len(issues) == 0 {
		return b.Flush()
	}
	fmt.Fprintf(b, "\n| Severity | Place | Finding | Rule |\n| --- | --- | --- | --- |\n")
	for i := range issues[:min(len(issues), maxMarkdownRows)] {
		fmt.Fprintln(b, markdownRow(&issues[i]))
	}
	if left := len(issues) - maxMarkdownRows; left > 0 {
		fmt.Fprintf(b, "\n%d more findings are not shown here.\n", left)
	}
	return b.Flush()
}

func markdownRow(i *lint.Issue) string {
	place := i.Path
	if i.Span.IsValid() {
		place = fmt.Sprintf("%s:%d:%d", place, i.Span.Start.Line, i.Span.Start.Column)
	}
	finding := markdownText(i.Message)
	if i.Hint != "" {
		finding += "<br>" + markdownText(i.Hint)
	}
	return fmt.Sprintf("| %s | %s | %s | [%s](%s) |", i.Severity, markdownText(place), finding, i.Rule, RuleURL(i.Rule))
}

// markdownText escapes what Markdown or HTML would read as markup, a table
// cell's end included.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range escape.Hidden(strings.ReplaceAll(s, "\n", " ")) {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '@' || r == '#':
			// Not a mention and not an issue.
			fmt.Fprintf(&b, "&#%d;", r)
		case strings.ContainsRune("\\`*_{}[]()|~!", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
