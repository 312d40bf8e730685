package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/cache"
)

const cacheLong = `Look at and clean the cache that fetch, and every command that takes a URL as a
root, fills.

It is SKILLS_CACHE_DIR, else skillctl/skills in the user's cache directory. Each
entry is a directory named after the SHA-256 of its source; its .ready file,
written last, holds where it came from, its digests and the list of its files.`

// newCacheCmd is `skillctl cache` with its subcommands.
func newCacheCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Look at and clean the cache of fetched skills",
		Long:  cacheLong,
		Example: examples(
			"skillctl cache list",
			"skillctl cache verify                      # is everything as it was fetched?",
			"skillctl cache prune --older-than 30d",
		),
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	documentExits(cmd, exitDoc{exitFindings: "verify: an entry was changed", exitNotFound: "no such entry"})
	cmd.AddCommand(newCacheListCmd(a), newCachePathCmd(a), newCacheVerifyCmd(a), newCachePruneCmd(a), newCacheClearCmd(a))
	return cmd
}

func newCacheListCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:        "list",
		SuggestFor: []string{"ls"},
		Short:      "List what is in the cache",
		Long:       "List what is in the cache: when each source was last found current, its size,\nhow many skills it holds.",
		Example:    examples("skillctl cache list", "skillctl cache list --json | jq -r '.entries[].source'"),
		Args:       needArgs("", 0, 0),
		RunE:       func(*cobra.Command, []string) error { return a.cacheList() },
	}
	a.addOutput(cmd, formatText, formatJSON)
	documentExits(cmd, nil)
	return cmd
}

func newCachePathCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "path [SOURCE]",
		Short:   "Print the directory of the cache, or of a source in it",
		Long:    "Print the directory of the cache. With SOURCE, the directory that holds what was\nfetched from it.",
		Example: examples("skillctl cache path", "skillctl cache path github:acme/skills"),
		Args:    needArgs("SOURCE", 0, 1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.cachePath(args) },
	}
	a.addOutput(cmd, formatText, formatJSON)
	documentExits(cmd, exitDoc{exitNotFound: "the source is not in the cache"})
	return cmd
}

func newCacheVerifyCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "verify [SOURCE…]",
		Short:   "Compare the cached files with what was fetched",
		Long:    "Hash the files of the named entries, or of all, and name each that was changed,\nadded or removed since it was fetched.",
		Example: examples("skillctl cache verify", "skillctl cache verify https://example.com/skills.tar.gz"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.cacheVerify(cmd.Context(), args) },
	}
	a.addOutput(cmd, formatText, formatJSON)
	documentExits(cmd, exitDoc{exitFindings: "an entry was changed or is damaged", exitNotFound: "the source is not in the cache"})
	return cmd
}

func newCachePruneCmd(a *app) *cobra.Command {
	var o cache.PruneOptions
	var age ageFlag
	var most sizeFlag
	cmd := &cobra.Command{
		Use:        "prune",
		SuggestFor: []string{"gc"},
		Short:      "Remove old entries and what interrupted work left",
		Long:       "Remove what interrupted work left, damaged entries, and what the flags say.",
		Example: examples(
			"skillctl cache prune",
			"skillctl cache prune --older-than 30d --max-size 500MiB",
		),
		Args: needArgs("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if age == 0 && cmd.Flags().Changed("older-than") {
				return usage("remove all entries with: skillctl cache clear", "--older-than: must be more than 0")
			}
			o.OlderThan, o.MaxSize = time.Duration(age), int64(most)
			return a.cachePrune(cmd.Context(), o)
		},
	}
	a.addOutput(cmd, formatText, formatJSON)
	flags := cmd.Flags()
	flags.Var(&age, "older-than", "remove entries that were last found current longer than this `AGE` ago, such as 12h or 30d")
	flags.Var(&most, "max-size", "come down to this size, the oldest entries first")
	flags.BoolVar(&o.DryRun, "dry-run", false, "only show what would go")
	documentExits(cmd, nil)
	return cmd
}

func newCacheClearCmd(a *app) *cobra.Command {
	o := cache.PruneOptions{All: true}
	cmd := &cobra.Command{
		Use:        "clear",
		SuggestFor: []string{"clean", "delete", "remove", "rm"},
		Short:      "Remove all entries",
		Long:       "Remove all entries. What was installed elsewhere with fetch --to stays.",
		Example:    examples("skillctl cache clear", "skillctl cache clear --dry-run"),
		Args:       needArgs("", 0, 0),
		RunE:       func(cmd *cobra.Command, _ []string) error { return a.cachePrune(cmd.Context(), o) },
	}
	a.addOutput(cmd, formatText, formatJSON)
	cmd.Flags().BoolVar(&o.DryRun, "dry-run", false, "only show what would go")
	documentExits(cmd, nil)
	return cmd
}

// ageFlag is a duration that may be given in days.
type ageFlag time.Duration

func (f *ageFlag) String() string {
	const day = 24 * time.Hour
	switch d := time.Duration(*f); {
	case d == 0:
		return ""
	case d%day == 0:
		return strconv.FormatInt(int64(d/day), 10) + "d"
	default:
		return d.String()
	}
}

// Type is the name that help shows.
func (f *ageFlag) Type() string { return "AGE" }

// Set reads the flag.
func (f *ageFlag) Set(text string) error {
	const day = 24 * time.Hour
	if number, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseInt(number, 10, 32)
		if err == nil && n >= 0 && n < 100_000 {
			*f = ageFlag(time.Duration(n) * day)
			return nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no age: use 30d, 12h or 90m", text)
	}
	*f = ageFlag(d)
	return nil
}

// cachePath prints a directory.
func (a *app) cachePath(args []string) error {
	store, _, err := a.openStore(nil)
	if err != nil {
		return err
	}
	defer store.Close()
	path := store.Dir()
	if len(args) > 0 {
		src, err := cache.ParseSource(args[0], a.wd)
		if err != nil {
			return err
		}
		if path = store.Path(src); !isDir(path) {
			return fail(codeNotFound, "fetch it first: skillctl fetch SOURCE", "%s: not in the cache", src)
		}
	}
	if a.isJSON() {
		return a.writeJSON(struct {
			Path string `json:"path"`
		}{path})
	}
	_, err = fmt.Fprintln(a.streams.Out, escape.Line(path))
	return err
}

// cachePrune removes entries and says which.
func (a *app) cachePrune(ctx context.Context, o cache.PruneOptions) error {
	store, _, err := a.openStore(nil)
	if err != nil {
		return err
	}
	defer store.Close()
	pruned, err := store.Prune(ctx, o)
	if err != nil {
		return err
	}
	var freed int64
	for _, r := range pruned.Removed {
		freed += r.Bytes
	}
	if a.isJSON() {
		return a.writeJSON(struct {
			Removed []cache.Gone `json:"removed"`
			InUse   []cache.Gone `json:"in_use,omitempty"`
			Freed   int64        `json:"freed"`
		}{append([]cache.Gone{}, pruned.Removed...), pruned.InUse, freed})
	}
	for _, r := range pruned.Removed {
		if _, err := fmt.Fprintf(a.streams.Out, "%10s  %s\n", size(r.Bytes), escape.Line(r.Source)); err != nil {
			return err
		}
	}
	for _, r := range pruned.InUse {
		a.warn("%s: stays: another process uses it", escape.Line(r.Source))
	}
	a.note("%s removed, %s", count(len(pruned.Removed), "entry", "entries"), size(freed))
	return nil
}
