package cli

import (
	"github.com/spf13/cobra"
)

const completionLong = `Print a script that lets the shell complete commands, flags, skill names,
documents, rule ids and formats.`

// newCompletionCmd is `skillctl completion SHELL`.
func newCompletionCmd(a *app) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Short:     "Print a completion script for a shell",
		Long:      completionLong,
		Args:      needArgs("SHELL", 1, 1),
		ValidArgs: shells,
		Example: examples(
			"source <(skillctl completion bash)",
			"skillctl completion zsh > ~/.zfunc/_skillctl",
			"skillctl completion fish > ~/.config/fish/completions/skillctl.fish",
		),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), a.streams.Out
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return usage(suggestion(args[0], shells, "use bash, zsh, fish or powershell"), "unknown shell %q", args[0])
		},
	}
	documentExits(cmd, nil)
	return cmd
}
