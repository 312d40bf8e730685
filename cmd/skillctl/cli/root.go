package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
)

const rootLong = `skillctl reads, checks, packs, fetches and runs Agent Skills: directories with a
SKILL.md that tell an agent how to do something.

Results go to standard output, notes and errors to standard error. Every
command that prints a result has --format and --json.`

// NewRoot is the command tree without a terminal, for generating documents.
func NewRoot() *cobra.Command {
	streams, _, _ := ui.Test("")
	return newRootCmd(newApp(streams, "", func(string) string { return "" }))
}

// newRootCmd builds the command tree: this list is where a command is added.
func newRootCmd(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "skillctl",
		Short:         "Read, check, pack, fetch and run Agent Skills",
		Long:          rootLong,
		Version:       versionLine(a.version),
		Args:          unknownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		Example: examples(
			"skillctl list                       # the skills below the working directory",
			"skillctl show pdf-tools             # one of them, as a person reads it",
			"skillctl list --json --user         # what an agent on this machine can see",
		),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(
		newListCmd(a),
		newShowCmd(a),
		newToolsCmd(a),
		newDocsCmd(a),
		newNewCmd(a),
		newCompletionCmd(a),
		newLintCmd(a),
		newPackCmd(a),
		newDigestCmd(a),
		newFetchCmd(a),
		newCacheCmd(a),
		newLockCmd(a),
		newRunCmd(a),
		newSessionCmd(a),
		newDoctorCmd(a),
	)
	a.dress(root)
	for _, cmd := range root.Commands() {
		checkValues(cmd)
	}
	return root
}

// checkValues lets a command and those below it refuse empty texts and numbers
// that mean nothing.
func checkValues(cmd *cobra.Command) {
	before(cmd, needValues)
	before(cmd, needSense)
	for _, sub := range cmd.Commands() {
		checkValues(sub)
	}
}

// dress gives the tree its streams, root flags, templates and error texts.
func (a *app) dress(root *cobra.Command) {
	root.SetOut(a.streams.Out)
	root.SetErr(a.streams.Err)
	root.SetIn(a.streams.In)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(newHelpCmd())
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		fmt.Fprint(cmd.OutOrStdout(), helpText(cmd))
	})
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := fmt.Fprint(cmd.ErrOrStderr(), usageText(cmd))
		return err
	})
	root.SetFlagErrorFunc(flagError)
	documentExits(root, exitDoc{
		exitFindings: "findings: something that was to be checked is not as it should be",
		exitNotFound: "no such skill, document, tool, version or rule",
		exitRefused:  "",
	})
	flags := root.PersistentFlags()
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "leave out notes")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "add detail")
	flags.StringVar(&a.color, "color", string(ui.ColorAuto), "`WHEN` to use colors: auto, always, never")
	complete(root, "color", ui.ColorModes()...)
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if _, err := ui.ParseColorMode(a.color); err != nil {
			return usage("use auto, always or never", "--color: %w", err)
		}
		return nil
	}
}
