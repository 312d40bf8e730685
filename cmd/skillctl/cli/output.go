package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/escape"
)

// outputFlags are --format and --json of one command.
type outputFlags struct {
	formats []string // the formats of the command, its default first
	format  string
	json    bool
}

// The formats that more than one command has.
const (
	formatText = "text"
	formatJSON = "json"
)

// addOutput gives cmd the flags --format and --json. The first format is the
// default. The chosen one is read from a.output.format after the flags were
// checked.
func (a *app) addOutput(cmd *cobra.Command, formats ...string) {
	o := &outputFlags{formats: formats}
	cmd.Flags().StringVarP(&o.format, "format", "f", formats[0], "output `FORMAT`: "+strings.Join(formats, ", "))
	complete(cmd, "format", formats...)
	if slices.Contains(formats, formatJSON) {
		cmd.Flags().BoolVar(&o.json, "json", false, "short for --format json")
	}
	before(cmd, func(cmd *cobra.Command) error {
		a.output = *o
		return a.output.check(cmd.Flags().Changed("format"))
	})
}

func (o *outputFlags) check(given bool) error {
	if o.json && given && o.format != formatJSON {
		return usage("leave one of them out", "--json and --format %s exclude each other", o.format)
	}
	if o.json {
		o.format = formatJSON
	}
	if !slices.Contains(o.formats, o.format) {
		return usage(suggestion(o.format, o.formats, "use one of: "+strings.Join(o.formats, ", ")),
			"--format: unknown format %q", o.format)
	}
	return nil
}

// isJSON reports whether the running command prints JSON.
func (a *app) isJSON() bool { return a.output.format == formatJSON }

// wantsJSON reports whether the command line asks for JSON. When the flags
// could not be read the arguments themselves are looked at.
func (a *app) wantsJSON(args []string) bool {
	if a.output.format != "" || a.output.json {
		return a.output.json || a.output.format == formatJSON
	}
	for i, arg := range args {
		switch {
		case arg == "--":
			return false
		case arg == "--json", arg == "--format=json", arg == "-f=json", arg == "-fjson":
			return true
		case (arg == "--format" || arg == "-f") && i+1 < len(args) && args[i+1] == formatJSON:
			return true
		}
	}
	return false
}

// writeJSON writes v as the one JSON document of the command: indented,
// without HTML escapes, with every control and bidirectional character
// escaped so that a terminal shows and does not obey it.
func (a *app) writeJSON(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode the result: %w", err)
	}
	_, err := a.streams.Out.Write(escape.JSON(b.Bytes()))
	return err
}
