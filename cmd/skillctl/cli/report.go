package cli

import (
	"fmt"
	"strconv"
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
	if !a.wantsJSON(args) || a.out.err != nil { // what cannot be written to is not written to again
		return
	}
	doc := errorDocument{errorObject{Code: f.code, Message: a.shown(f.Error()), Hint: f.hint}}
	if err := a.writeJSON(doc); err != nil {
		a.printError(err.Error(), "")
	}
}

// printError prints an error and its hint on standard error. An error with a
// position stands as editors read it, path first; all others behind a label.
func (a *app) printError(message, hint string) {
	theme := a.errTheme()
	message = escape.Text(a.shown(message))
	if place, rest, ok := cutPosition(message); ok {
		message = theme.Place(place) + rest
	} else {
		message = theme.Error("error:") + " " + message
	}
	fmt.Fprintln(a.streams.Err, message)
	if hint != "" {
		fmt.Fprintf(a.streams.Err, "%s %s\n", theme.Faint("hint:"), escape.Text(hint))
	}
}

// cutPosition splits "path:line:column: message" before its last colon.
func cutPosition(message string) (place, rest string, ok bool) {
	at := strings.Index(message, ": ")
	if at < 0 {
		return "", message, false
	}
	parts := strings.Split(message[:at], ":")
	if len(parts) < 3 || !isNumber(parts[len(parts)-1]) || !isNumber(parts[len(parts)-2]) {
		return "", message, false
	}
	return message[:at], message[at:], true
}

func isNumber(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n > 0
}

// stderrLine prints one labeled line on standard error, escaped.
func (a *app) stderrLine(label string, style func(string) string, format string, args ...any) {
	text := escape.Text(fmt.Sprintf(format, args...))
	fmt.Fprintf(a.streams.Err, "%s %s\n", style(label+":"), strings.TrimRight(text, "\n"))
}
