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

// Help is written by functions and not by cobra's templates: a program that
// executes templates keeps every exported method of every type, which made
// this one a fifth larger.

// helpText is the description of a command, then its usage.
func helpText(cmd *cobra.Command) string {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	return strings.TrimSpace(about) + "\n\n" + usageText(cmd)
}

// usageText is everything in a command's help but its description.
func usageText(cmd *cobra.Command) string {
	var b strings.Builder
	helpSection(&b, "USAGE", "  "+UseLine(cmd))
	helpSection(&b, "COMMANDS", commandLines(cmd))
	helpSection(&b, "EXAMPLES", cmd.Example)
	helpSection(&b, "FLAGS", cmd.LocalFlags().FlagUsagesWrapped(helpColumns))
	helpSection(&b, "GLOBAL FLAGS", cmd.InheritedFlags().FlagUsagesWrapped(helpColumns))
	helpSection(&b, "EXIT STATUS", cmd.Annotations[ExitAnnotation])
	return b.String()
}

// UseLine is how a command is called, in one line.
func UseLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return cmd.CommandPath() + " COMMAND [flags]"
	}
	return cmd.UseLine()
}

// helpColumns is the width of help texts.
const helpColumns = 80

func helpSection(b *strings.Builder, title, text string) {
	if text = strings.TrimRight(text, " \n"); text == "" {
		return
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(title + "\n" + text + "\n")
}

func commandLines(cmd *cobra.Command) string {
	var b strings.Builder
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "  %-*s %s\n", cmd.NamePadding(), c.Name(), c.Short)
		}
	}
	return b.String()
}

// newHelpCmd is `skillctl help COMMAND`, for those who look for it: it does
// what --help does and is not listed.
func newHelpCmd() *cobra.Command {
	return &cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "Print the help of a command",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), args)
			}
			return target.Help()
		},
	}
}
