package ui

import "testing"

func TestColorMode(t *testing.T) {
	t.Parallel()
	type env = map[string]string
	for _, c := range []struct {
		name string
		mode ColorMode
		tty  bool
		env  env
		want bool
	}{
		{"terminal", ColorAuto, true, env{"TERM": "xterm"}, true},
		{"pipe", ColorAuto, false, env{"TERM": "xterm"}, false},
		{"dumb", ColorAuto, true, env{"TERM": "dumb"}, false},
		{"NO_COLOR", ColorAuto, true, env{"NO_COLOR": "1"}, false},
		{"NO_COLOR wins over CLICOLOR_FORCE", ColorAuto, true, env{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, false},
		{"CLICOLOR_FORCE", ColorAuto, false, env{"CLICOLOR_FORCE": "1"}, true},
		{"CLICOLOR_FORCE=0", ColorAuto, false, env{"CLICOLOR_FORCE": "0"}, false},
		{"always wins over NO_COLOR", ColorAlways, false, env{"NO_COLOR": "1"}, true},
		{"never wins over CLICOLOR_FORCE", ColorNever, true, env{"CLICOLOR_FORCE": "1"}, false},
	} {
		terminal := Terminal{TTY: c.tty, Getenv: func(name string) string { return c.env[name] }}
		if got := c.mode.Enabled(terminal); got != c.want {
			t.Errorf("%s: Enabled = %v, want %v", c.name, got, c.want)
		}
	}
}
