package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// writeGitHub prints workflow commands, which GitHub Actions shows as
// annotations of the changed files.
func writeGitHub(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	for i := range r.Result.Issues {
		fmt.Fprintln(b, gitHubCommand(&r.Result.Issues[i]))
	}
	return b.Flush()
}

func gitHubCommand(i *lint.Issue) string {
	command := map[parse.Severity]string{parse.Error: "error", parse.Warning: "warning"}[i.Severity]
	if command == "" {
		command = "notice"
	}
	properties := []string{"file=" + gitHubProperty(escape.Hidden(i.Path))}
	if i.Span.IsValid() {
		properties = append(properties, fmt.Sprintf("line=%d,col=%d", i.Span.Start.Line, i.Span.Start.Column))
		// Columns only count on one line.
		switch end := i.Span.End; {
		case end.Line > i.Span.Start.Line:
			properties = append(properties, fmt.Sprintf("endLine=%d", end.Line))
		case end.Line == i.Span.Start.Line:
			properties = append(properties, fmt.Sprintf("endLine=%d,endColumn=%d", end.Line, end.Column))
		}
	}
	properties = append(properties, "title="+gitHubProperty(i.Rule))
	message := escape.Hidden(i.Message)
	if i.Hint != "" {
		message += "\nhint: " + escape.Text(i.Hint)
	}
	return "::" + command + " " + strings.Join(properties, ",") + "::" + gitHubData(message)
}

// gitHubData escapes a message as the runner unescapes it.
func gitHubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// gitHubProperty escapes the value of a property.
func gitHubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(gitHubData(s))
}
