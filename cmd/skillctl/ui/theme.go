package ui

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Theme colors text for one stream. Its methods return their argument
// unchanged when the stream is not colored. A theme is safe for concurrent
// use.
type Theme struct {
	colored                                   bool
	bold, faint, italic, underline            lipgloss.Style
	failure, warning, info, good, name, place lipgloss.Style
}

// NewTheme makes the theme of a stream; colored as [ColorMode.Enabled] decided.
// The profile is set here and not asked for, so that no query is ever sent.
func NewTheme(w io.Writer, mode ColorMode, terminal Terminal) *Theme {
	t := &Theme{colored: mode.Enabled(terminal)}
	r := lipgloss.NewRenderer(w)
	r.SetColorProfile(termenv.Ascii)
	if t.colored {
		r.SetColorProfile(termenv.ANSI)
	}
	r.SetHasDarkBackground(true)
	color := func(c string) lipgloss.Style { return r.NewStyle().Inline(true).Foreground(lipgloss.Color(c)) }
	t.bold = r.NewStyle().Inline(true).Bold(true)
	t.faint = r.NewStyle().Inline(true).Faint(true)
	t.italic = r.NewStyle().Inline(true).Italic(true)
	t.underline = r.NewStyle().Inline(true).Underline(true)
	t.failure = color("1").Bold(true)
	t.good = color("2")
	t.warning = color("3").Bold(true)
	t.info = color("4").Bold(true)
	t.name = color("6").Bold(true)
	t.place = color("6")
	return t
}

func (t *Theme) render(style lipgloss.Style, s string) string {
	if !t.colored || s == "" {
		return s
	}
	return style.Render(s)
}

// Bold is text that stands out: a heading.
func (t *Theme) Bold(s string) string { return t.render(t.bold, s) }

// Faint is text that steps back: a label, a rule.
func (t *Theme) Faint(s string) string { return t.render(t.faint, s) }

// Italic is emphasized text.
func (t *Theme) Italic(s string) string { return t.render(t.italic, s) }

// Underline is underlined text: a link.
func (t *Theme) Underline(s string) string { return t.render(t.underline, s) }

// Error is an error, or the word for one.
func (t *Theme) Error(s string) string { return t.render(t.failure, s) }

// Warning is a warning, or the word for one.
func (t *Theme) Warning(s string) string { return t.render(t.warning, s) }

// Info is a note, or the word for one.
func (t *Theme) Info(s string) string { return t.render(t.info, s) }

// Good is success, and an added line of a diff.
func (t *Theme) Good(s string) string { return t.render(t.good, s) }

// Name is the name of a skill, rule or command.
func (t *Theme) Name(s string) string { return t.render(t.name, s) }

// Place is a path, a position or code.
func (t *Theme) Place(s string) string { return t.render(t.place, s) }
