package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// exitDoc is the EXIT STATUS section of a command's help: a text for each
// status. An empty text stands for the usual one.
type exitDoc map[exitStatus]string

// usualExits are the meanings that statuses have in every command.
func usualExits(s exitStatus) string {
	switch s {
	case exitOK:
		return "done"
	case exitUsage:
		return "wrong flag, argument or configuration file"
	case exitInput:
		return "input cannot be read or parsed, or writing failed"
	case exitNotFound:
		return "no such skill"
	case exitRefused:
		return "refused: unsafe archive, over a limit, or a digest that does not match"
	case exitInterrupted:
		return "interrupted"
	default:
		return ""
	}
}

// ExitAnnotation is the annotation of a command that holds its EXIT STATUS
// section, for gendocs.
const ExitAnnotation = "exit-status"

// documentExits adds the EXIT STATUS section to a command's help. Statuses 0,
// 2, 3 and 130 need not be named.
func documentExits(cmd *cobra.Command, doc exitDoc) {
	all := exitDoc{exitOK: "", exitUsage: "", exitInput: "", exitInterrupted: ""}
	maps.Copy(all, doc)
	statuses := make([]int, 0, len(all))
	for status := range all {
		statuses = append(statuses, int(status))
	}
	slices.Sort(statuses)
	var b strings.Builder
	for _, n := range statuses {
		text := all[exitStatus(n)]
		if text == "" {
			text = usualExits(exitStatus(n))
		}
		fmt.Fprintf(&b, "  %-4d %s\n", n, text)
	}
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[ExitAnnotation] = strings.TrimRight(b.String(), "\n")
}

// examples lays out the lines of an Example section.
func examples(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }

// usageTemplate is cobra's, with plain headings and the exit statuses.
const usageTemplate = `USAGE
  {{if .Runnable}}{{.UseLine}}{{else}}{{.CommandPath}} COMMAND [flags]{{end}}
{{- if .HasAvailableSubCommands}}

COMMANDS
{{- range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{- end}}
{{- if .HasExample}}

EXAMPLES
{{.Example}}
{{- end}}
{{- if .HasAvailableLocalFlags}}

FLAGS
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableInheritedFlags}}

GLOBAL FLAGS
{{.InheritedFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{- end}}
{{- with index .Annotations "exit-status"}}

EXIT STATUS
{{.}}
{{- end}}
`

// helpTemplate is the description, then the usage.
const helpTemplate = `{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}

{{end}}{{.UsageString}}`
