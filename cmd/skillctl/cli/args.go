package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

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
		hint := "usage: " + UseLine(cmd)
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
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return invalidValue(invalid)
	}
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

// invalidValue is the error of a value that is not of its flag's kind. Flags of
// a kind of our own say themselves what they take.
func invalidValue(err *pflag.InvalidValueError) error {
	f := err.GetFlag()
	kind, hint := "", ""
	switch f.Value.Type() {
	case "int":
		kind, hint = "whole number", "give a whole number above zero"
	case "float64":
		kind, hint = "number", "give a number such as 1.5"
	case "duration":
		kind, hint = "duration", "give a number with its unit, such as 30s or 5m"
	case "bool":
		return usage("leave the value out", "--%s: %q is neither true nor false", f.Name, err.GetValue())
	default:
		what, how, _ := strings.Cut(err.Unwrap().Error(), ": ")
		return usage(how, "--%s: %s", f.Name, what)
	}
	return usage(hint, "--%s: %q is no %s", f.Name, err.GetValue(), kind)
}

// needSense refuses numbers that mean nothing: nothing can be done zero times
// at a time, for less than no time, or by an infinite number of processors.
func needSense(cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && !hasSense(f.Value) {
			err = usage("give a number above zero", "--%s: %s is out of range", f.Name, f.Value)
		}
	})
	return err
}

// hasSense reports whether a number is above zero; a duration may be zero.
func hasSense(v pflag.Value) bool {
	switch v.Type() {
	case "int":
		n, err := strconv.Atoi(v.String())
		return err == nil && n > 0
	case "float64":
		n, err := strconv.ParseFloat(v.String(), 64)
		return err == nil && n > 0 && !math.IsInf(n, 0)
	case "duration":
		d, err := time.ParseDuration(v.String())
		return err == nil && d >= 0
	}
	return true
}

// unknownCommand is the error of a command that takes none of the words given.
// Its hint knows what other tools call a command.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	hint := ""
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
		if slices.Contains(c.SuggestFor, args[0]) {
			hint = "did you mean " + c.Name() + "?"
		}
	}
	switch {
	case hint != "":
	case cmd.Flags().Lookup(args[0]) != nil:
		hint = "did you mean --" + args[0] + "?"
	default:
		hint = suggestion(args[0], names, fmt.Sprintf("see %s --help", cmd.CommandPath()))
	}
	return usage(hint, "%s: unknown command %q", cmd.CommandPath(), args[0])
}
