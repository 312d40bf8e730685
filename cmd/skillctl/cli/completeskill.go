package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/escape"
)

// completeRoots completes directories.
func completeRoots(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeSkill completes the names of the skills in the roots that the
// command line names so far; max is how many skills the command takes, 0 for
// any number.
func (a *app) completeSkill(f *rootFlags, max int) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if max > 0 && len(args) >= max {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if strings.HasPrefix(toComplete, ".") || strings.Contains(toComplete, "/") {
			return nil, cobra.ShellCompDirectiveDefault
		}
		cat, err := a.scan(cmd.Context(), a.openRoots(cmd.Context(), nil, *f))
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var names []cobra.Completion
		for _, s := range cat.Loaded() {
			if strings.HasPrefix(s.Name, toComplete) && escape.Visible(s.Name) == s.Name {
				names = append(names, cobra.CompletionWithDesc(s.Name, oneLine(s.Description)))
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeDoc completes the documents of a skill, named by the first argument.
func (a *app) completeDoc(f *rootFlags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		skill, err := a.findSkill(cmd.Context(), args[0], *f)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var paths []cobra.Completion
		for _, d := range skill.Docs() {
			if strings.HasPrefix(d.Path, toComplete) && escape.Visible(d.Path) == d.Path {
				paths = append(paths, d.Path)
			}
		}
		return paths, cobra.ShellCompDirectiveNoFileComp
	}
}
