package cli

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
)

// errorDocument is the JSON document of a command that failed.
type errorDocument struct {
	Error errorObject `json:"error"`
}

type errorObject struct {
	Code    code   `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// report tells an error: on standard error always, and as the JSON document
// on standard output when JSON was asked for.
func (a *app) report(f *failure, args []string) {
	a.printError(f.Error(), f.hint)
	if !a.wantsJSON(args) {
		return
	}
	doc := errorDocument{errorObject{Code: f.code, Message: f.Error(), Hint: f.hint}}
	if err := a.writeJSON(doc); err != nil {
		a.printError(err.Error(), "")
	}
}

// printError prints an error and its hint on standard error.
func (a *app) printError(message, hint string) {
	theme := a.errTheme()
	fmt.Fprintf(a.streams.Err, "%s %s\n", theme.Error("error:"), escape.Text(message))
	if hint != "" {
		fmt.Fprintf(a.streams.Err, "%s %s\n", theme.Faint("hint:"), escape.Text(hint))
	}
}

// stderrLine prints one labeled line on standard error, escaped.
func (a *app) stderrLine(label string, style func(string) string, format string, args ...any) {
	text := escape.Text(fmt.Sprintf(format, args...))
	fmt.Fprintf(a.streams.Err, "%s %s\n", style(label+":"), strings.TrimRight(text, "\n"))
}
