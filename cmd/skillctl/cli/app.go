package cli

import (
	"io"
	"strconv"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/cache"
)

// app is what commands share: the streams, the environment, the working
// directory and the flags of the root command.
type app struct {
	streams ui.Streams // Out is latched, see [latch]
	out     *latch
	wd      string                   // working directory, absolute
	getenv  func(name string) string // looks up an environment variable
	version string                   // as the linker set it, or ""

	quiet   bool
	verbose bool
	color   string
	output  outputFlags    // of the command that runs
	stores  []*cache.Store // of the entries that are read
	origins []string       // pairs: where a source lies in the cache, and its name, each with a slash at its end
}

func newApp(streams ui.Streams, wd string, getenv func(string) string) *app {
	out := &latch{w: streams.Out}
	streams.Out = out
	return &app{streams: streams, out: out, wd: wd, getenv: getenv}
}

// outTheme is the theme of standard output.
func (a *app) outTheme() *ui.Theme {
	return ui.NewTheme(a.streams.Out, ui.ColorMode(a.color), ui.Terminal{TTY: a.streams.OutTTY, Getenv: a.getenv})
}

// errTheme is the theme of standard error.
func (a *app) errTheme() *ui.Theme {
	return ui.NewTheme(a.streams.Err, ui.ColorMode(a.color), ui.Terminal{TTY: a.streams.ErrTTY, Getenv: a.getenv})
}

// columns is the width to fit results into: COLUMNS when set, else the
// terminal's, else 100; never fewer than 20.
func (a *app) columns() int {
	if n, err := strconv.Atoi(a.getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, minColumns)
	}
	if a.streams.Columns > 0 {
		return max(a.streams.Columns, minColumns)
	}
	return defaultColumns
}

const (
	// defaultColumns is the width of tables that go to no terminal.
	defaultColumns = 100
	// minColumns is the least width: below it, words fall apart into letters.
	minColumns = 20
)

// printVerbatim prints text of a skill: as it is, but escaped to a terminal.
func (a *app) printVerbatim(text string) error {
	if a.streams.OutTTY {
		text = escape.Text(text)
	}
	_, err := io.WriteString(a.streams.Out, text)
	return err
}

// note prints a line on standard error that --quiet drops. The text is
// escaped here.
func (a *app) note(format string, args ...any) {
	if a.quiet {
		return
	}
	a.stderrLine("note", a.errTheme().Info, format, args...)
}

// warn prints a warning on standard error.
func (a *app) warn(format string, args ...any) {
	a.stderrLine("warning", a.errTheme().Warning, format, args...)
}
