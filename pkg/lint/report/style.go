package report

import "unicode/utf8"

// Role says what a piece of text is, so that a [Style] can color it.
type Role uint8

// The roles.
const (
	Failure   Role = iota // an error, or the word for one
	Caution               // a warning, or the word for one
	Note                  // an info, or the word for one
	Place                 // a path or a position
	Name                  // the id of a rule
	Secondary             // what steps back: gutters, hints
	Good                  // success
)

// Style colors text and knows how wide it is. An implementation for a
// terminal lives with the program.
type Style interface {
	// Paint returns the text, which holds no control characters, in the look
	// of its role.
	Paint(role Role, text string) string
	// Width is the number of character cells the text takes.
	Width(text string) int
}

// Plain is a [Style] without color in which every character is one cell wide.
type Plain struct{}

// Paint returns the text as it is.
func (Plain) Paint(_ Role, text string) string { return text }

// Width counts characters.
func (Plain) Width(text string) int { return utf8.RuneCountInString(text) }
