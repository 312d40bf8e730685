package run

import "errors"

// Kind sorts the errors of this package by whose fault they are.
type Kind uint8

// The kinds.
const (
	Input   Kind = iota // something cannot be read, written or started
	Usage               // what was asked for makes no sense
	Refused             // what was asked for is not safe, or over a limit
	Missing             // something named does not exist
)

// Error is an error of planning or running. Text names the path or the option
// first.
type Error struct {
	Kind Kind
	Text string
	Tip  string // what to do, or ""
	Err  error  // the cause, or nil
}

// Error is the text and the cause.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Text
	}
	return e.Text + ": " + e.Err.Error()
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Hint says what to do, or "".
func (e *Error) Hint() string { return e.Tip }

// ErrNoSession says that no session has that id.
var ErrNoSession = errors.New("no such session")

func usageError(tip, text string) error   { return &Error{Kind: Usage, Text: text, Tip: tip} }
func refusedError(tip, text string) error { return &Error{Kind: Refused, Text: text, Tip: tip} }
func inputError(text string, err error) error {
	return &Error{Kind: Input, Text: text, Err: err}
}
