package cli

import (
	"github.com/spf13/cobra"
)

// complete lets the shell complete a flag's value from a list.
func complete(cmd *cobra.Command, flag string, values ...string) {
	completeWith(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeWith lets the shell complete a flag's value by a function. It
// panics on a flag that does not exist, which no test can miss.
func completeWith(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err)
	}
}
