package ui

import "fmt"

// ColorMode is the value of --color.
type ColorMode string

// The values of --color.
const (
	ColorAuto   ColorMode = "auto"
	ColorAlways ColorMode = "always"
	ColorNever  ColorMode = "never"
)

// ColorModes lists the values of --color.
func ColorModes() []string {
	return []string{string(ColorAuto), string(ColorAlways), string(ColorNever)}
}

// ParseColorMode reads a value of --color; "" means auto.
func ParseColorMode(s string) (ColorMode, error) {
	switch m := ColorMode(s); m {
	case "":
		return ColorAuto, nil
	case ColorAuto, ColorAlways, ColorNever:
		return m, nil
	}
	return "", fmt.Errorf("unknown color mode %q", s)
}

// Enabled decides whether a stream is colored: the flag wins over NO_COLOR,
// that over CLICOLOR_FORCE, that over the stream being a terminal whose TERM
// is not "dumb".
func (m ColorMode) Enabled(terminal Terminal) bool {
	if m == ColorAlways || m == ColorNever {
		return m == ColorAlways
	}
	if terminal.Getenv("NO_COLOR") != "" {
		return false
	}
	if force := terminal.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return terminal.TTY && terminal.Getenv("TERM") != "dumb"
}

// Terminal is what the choice of color depends on.
type Terminal struct {
	TTY    bool                     // the stream is a terminal
	Getenv func(name string) string // looks up an environment variable
}
