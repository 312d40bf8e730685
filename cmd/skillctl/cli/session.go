package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/run"
)

// defaultPruneAge is how long a session may lie unused before prune takes it.
const defaultPruneAge = 7 * 24 * time.Hour

// newSessionCmd is `skillctl session`.
func newSessionCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "session",
		Short: "List, end and prune the workspaces that run --session keeps",
		Long: `A session is a workspace that several runs share, also from different processes:
skillctl run SKILL --session ID. It is known by its exact id. Two runs of one
session wait for each other.`,
		Args: unknownCommand,
		Example: examples(
			"skillctl session list",
			"skillctl session end s1",
			"skillctl session prune --older-than 24h",
		),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSessionListCmd(a), newSessionEndCmd(a), newSessionPruneCmd(a))
	documentExits(cmd, exitDoc{exitNotFound: "no such session"})
	return cmd
}

// sessions is the store in the user's state directory. Without one there is no
// other place: records that lie elsewhere would be other sessions.
func (a *app) sessions() (*run.Store, error) {
	base := a.stateDir()
	if !filepath.IsAbs(base) {
		return nil, fail(codeUnreadable, "set HOME or XDG_STATE_HOME to a directory of yours", "no place for sessions: %s",
			noUserDir("XDG_STATE_HOME"))
	}
	return run.NewStore(filepath.Join(base, "skillctl", "sessions")), nil
}

// noUserDir says which variables should have named the user's directories.
func noUserDir(xdg string) string {
	if runtime.GOOS == "windows" {
		return "LocalAppData is no absolute path"
	}
	return "neither HOME nor " + xdg + " is an absolute path"
}

func (a *app) stateDir() string {
	dir := a.getenv("XDG_STATE_HOME")
	switch {
	case filepath.IsAbs(dir):
		return dir
	case runtime.GOOS == "windows":
		return a.getenv("LocalAppData")
	case runtime.GOOS == "darwin":
		return filepath.Join(a.home(), "Library", "Application Support")
	}
	return filepath.Join(a.home(), ".local", "state")
}

// sessionsDocument is the JSON of the session commands.
type sessionsDocument struct {
	Sessions []*run.Session `json:"sessions"`
}

func newSessionListCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:        "list",
		SuggestFor: []string{"ls"},
		Short:      "List the sessions",
		Long:       "List the sessions of this user, with their workspaces and when they were last used.",
		Args:       needArgs("", 0, 0),
		Example:    examples("skillctl session list", "skillctl session list --json | jq -r '.sessions[].workspace'"),
		RunE: func(*cobra.Command, []string) error {
			store, err := a.sessions()
			if err != nil {
				return err
			}
			list, bad := store.List()
			for _, err := range bad {
				a.warn("%v", err)
			}
			return a.printSessions(list, "no sessions")
		},
	}
	a.addOutput(cmd, formatText, formatJSON)
	documentExits(cmd, exitDoc{})
	return cmd
}

func newSessionEndCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:        "end ID…",
		SuggestFor: []string{"delete", "kill", "remove", "rm", "stop"},
		Short:      "End sessions and remove their workspaces",
		Long:       "End sessions and remove their workspaces. A run that uses one is waited for.",
		Args:       needArgs("ID", 1, -1),
		Example:    examples("skillctl session end s1", "skillctl session end s1 s2 --json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			store, err := a.sessions()
			if err != nil {
				return err
			}
			var ended []*run.Session
			for _, id := range args {
				s, err := store.End(cmd.Context(), id)
				if err != nil {
					return asFailure(err)
				}
				ended = append(ended, s)
			}
			return a.printSessions(ended, "")
		},
		ValidArgsFunction: a.completeSessions,
	}
	a.addOutput(cmd, formatText, formatJSON)
	documentExits(cmd, exitDoc{exitNotFound: "no such session"})
	return cmd
}

func newSessionPruneCmd(a *app) *cobra.Command {
	age := ageFlag(defaultPruneAge)
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove sessions that were not used for a while",
		Long: `Remove sessions that were not used for a while, and records whose workspace is gone.
Sessions in use stay. Workspaces that killed runs left behind in the system's
temporary directory are removed too; run does the same where it makes its own.`,
		Args:    needArgs("", 0, 0),
		Example: examples("skillctl session prune", "skillctl session prune --older-than 1h"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.pruneSessions(cmd.Context(), time.Duration(age)) },
	}
	a.addOutput(cmd, formatText, formatJSON)
	cmd.Flags().Var(&age, "older-than", "remove sessions not used for this `AGE`, such as 12h or 30d")
	documentExits(cmd, exitDoc{})
	return cmd
}

func (a *app) pruneSessions(ctx context.Context, age time.Duration) error {
	store, err := a.sessions()
	if err != nil {
		return err
	}
	removed, errs := store.Prune(time.Now().Add(-age))
	if err := a.sweep(ctx, os.TempDir()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	for _, err := range errs {
		a.warn("%v", err)
	}
	if err := a.printSessions(removed, "nothing to prune"); err != nil {
		return err
	}
	if len(errs) > 0 {
		return exitInput
	}
	return nil
}

// sweep removes what killed runs left behind in a workspace root.
func (a *app) sweep(ctx context.Context, root string) error {
	removed, err := run.Sweep(ctx, root, time.Now().Add(-run.SweepAge))
	for _, dir := range removed {
		a.note("removed the workspace of a run that was killed: %s", dir)
	}
	return err
}

// printSessions prints sessions as a table or as JSON.
func (a *app) printSessions(list []*run.Session, none string) error {
	if a.isJSON() {
		if list == nil {
			list = []*run.Session{}
		}
		return a.writeJSON(sessionsDocument{list})
	}
	if len(list) == 0 {
		if none != "" {
			a.note("%s", none)
		}
		return nil
	}
	theme := a.outTheme()
	table := ui.Table{Isolate: a.streams.OutTTY, Columns: []ui.Column{
		{Title: "ID", Weight: 2, Min: 8, Style: theme.Name},
		{Title: "RUNS", Right: true, Rank: 2},
		{Title: "LAST USED", Rank: 1},
		{Title: "WORKSPACE", Weight: 3, Min: 16, Shorten: ui.CutPath, Style: theme.Place},
	}}
	for _, s := range list {
		table.Add(escape.Line(s.ID), strconv.Itoa(s.Runs), s.LastUsed.Format(time.DateTime), escape.Line(s.Workspace))
	}
	return table.Write(a.streams.Out, a.columns(), theme)
}

func (a *app) completeSessions(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var ids []cobra.Completion
	store, err := a.sessions()
	if err != nil {
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
	list, _ := store.List()
	for _, s := range list {
		ids = append(ids, cobra.CompletionWithDesc(s.ID, fmt.Sprintf("%d runs", s.Runs)))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
