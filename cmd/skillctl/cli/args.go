package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// before adds a check that runs once the flags were read and before the
// command does. Checks run in the order they were added.
func before(cmd *cobra.Command, check func(cmd *cobra.Command) error) {
	earlier := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if earlier != nil {
			if err := earlier(cmd, args); err != nil {
				return err
			}
		}
		return check(cmd)
	}
}

// needValues refuses flags that are given an empty text, as by a variable of a
// shell that is not set: what was to be pinned or checked would not be.
func needValues(cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && err == nil {
			err = usage("give it a value, or leave it out", "--%s: the value is empty", f.Name)
		}
	})
	return err
}

// needArgs accepts from low to high arguments; high < 0 means any number. The
// name of the argument is for the error: "SKILL".
func needArgs(name string, low, high int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		hint := "usage: " + cmd.UseLine()
		switch {
		case len(args) < low:
			return usage(hint, "%s: %s is missing", cmd.CommandPath(), name)
		case high >= 0 && len(args) > high:
			return usage(hint, "%s: unexpected argument %q", cmd.CommandPath(), args[high])
		}
		return nil
	}
}

// flagError turns the flag library's error into one with a hint.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	hint := fmt.Sprintf("see %s --help", cmd.CommandPath())
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return usage(hint, "%s: %w", cmd.CommandPath(), err)
	}
	name := unknown.GetSpecifiedName()
	if short := unknown.GetSpecifiedShortnames(); short != "" {
		return usage(fmt.Sprintf("an argument that begins with a hyphen goes behind two: %s -- -%s", cmd.CommandPath(), short),
			"%s: unknown flag -%s in -%s", cmd.CommandPath(), name, short)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return usage(suggestion("--"+name, names, hint), "%s: unknown flag --%s", cmd.CommandPath(), name)
}

// unknownCommand is the error of a command that takes none of the words given.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	hint := suggestion(args[0], names, fmt.Sprintf("see %s --help", cmd.CommandPath()))
	return usage(hint, "%s: unknown command %q", cmd.CommandPath(), args[0])
}
