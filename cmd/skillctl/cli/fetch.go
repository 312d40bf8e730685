package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/cache"
)

const fetchLong = `Fetch a source of skills into the cache and print its directory.

A SOURCE is a directory, an archive file, a file:// URL, an http(s):// URL of an
archive (zip, tar, tar.gz, tar.zst) or of a SKILL.md, https://host for a host
with a well-known index, github:owner/repo[/path][@ref], or a git repository as
git+https://, git+ssh:// or git+file:// with #[ref][:path]. All commands that
take a root take these.

What was fetched once is used without the network until --refresh. Archives
are checked before a byte is written: unsafe names, links, damage, and sizes
over the limits are refused, and nothing is left behind.

For GitHub, GH_TOKEN or GITHUB_TOKEN is sent to the API only; GITHUB_SERVER_URL
and GITHUB_API_URL choose GitHub Enterprise. HTTPS_PROXY, HTTP_PROXY and
NO_PROXY are honored. SKILLS_CACHE_DIR chooses the cache directory.`

// fetchOptions are the flags of fetch.
type fetchOptions struct {
	*app
	store    storeFlags
	digest   string
	refresh  bool
	offline  bool
	locked   bool
	lockFile string
	to       string
	force    bool
	dryRun   bool
}

// newFetchCmd is `skillctl fetch`.
func newFetchCmd(a *app) *cobra.Command {
	o := &fetchOptions{app: a}
	cmd := &cobra.Command{
		Use:        "fetch SOURCE",
		SuggestFor: []string{"add", "clone", "download", "get", "install", "pull", "update", "upgrade"},
		Short:      "Fetch skills from a URL, an archive or a repository",
		Long:       fetchLong,
		Example: examples(
			"skillctl fetch https://example.com/skills.tar.gz     # print its directory in the cache",
			"skillctl fetch github:anthropics/skills/skills/pdf --to .claude/skills/pdf",
			"skillctl fetch dist/my-skill.zip --digest sha256:…   # nothing but these bytes",
			"skillctl fetch --locked github:acme/skills           # exactly what the lock file says",
		),
		Args: needArgs("SOURCE", 1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args[0]) },
	}
	a.addOutput(cmd, formatText, formatJSON)
	flags := cmd.Flags()
	flags.StringVar(&o.digest, "digest", "", "refuse anything but `DIGEST`: sha256:HEX of the archive, h1:BASE64 of the content")
	flags.BoolVar(&o.refresh, "refresh", false, "ask the server whether the cached copy is current")
	flags.BoolVar(&o.offline, "offline", false, "use the cache only")
	flags.BoolVar(&o.locked, "locked", false, "refuse what differs from the lock file")
	flags.StringVar(&o.lockFile, "lock-file", defaultLockFile, "the lock `FILE` of --locked")
	flags.StringVar(&o.to, "to", "", "copy to `DIR`: the one skill's folder, or all when there are several")
	flags.BoolVar(&o.force, "force", false, "with --to: overwrite local changes")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --to: show what would change, change nothing")
	addStoreFlags(cmd, &o.store)
	before(cmd, func(cmd *cobra.Command) error { return o.check(cmd.Context()) })
	documentExits(cmd, exitDoc{
		exitFindings: "with --locked: the source differs from the lock file",
		exitNotFound: "with --locked: the source is not in the lock file",
		exitRefused:  "refused: unsafe or damaged archive, over a limit, wrong digest, local changes",
	})
	return cmd
}

func (o *fetchOptions) check(ctx context.Context) error {
	switch {
	case o.refresh && o.offline:
		return usage("leave one of them out", "--refresh and --offline exclude each other")
	case o.to == "" && (o.force || o.dryRun):
		return usage("name the directory with --to DIR", "--force and --dry-run are about --to")
	}
	if o.digest != "" {
		if _, err := digest.Parse(o.digest); err != nil {
			return usage("use sha256:<64 hex digits> or h1:<base64>", "--digest: %q is no digest", o.digest)
		}
	}
	if err := o.store.check(); err != nil {
		return err
	}
	return o.store.readCACert(ctx, o.app)
}

func (o *fetchOptions) options() cache.GetOptions {
	get := cache.GetOptions{Links: o.store.linkPolicy()}
	get.Digest, _ = digest.Parse(o.digest) // checked before
	switch {
	case o.refresh:
		get.Mode = cache.Revalidate
	case o.offline:
		get.Mode = cache.Offline
	}
	return get
}

func (o *fetchOptions) run(ctx context.Context, source string) error {
	src, err := cache.ParseSource(source, o.wd)
	if err != nil {
		return err
	}
	store, reporter, err := o.openStore(o.store.apply)
	if err != nil {
		return err
	}
	defer store.Close()
	stop := reporter.start(src.String())
	entry, err := o.get(ctx, store, source, src)
	stop()
	if err != nil {
		return err
	}
	if len(entry.Skills) == 0 {
		o.note("%s: no skill found: a skill is a directory with a file SKILL.md", src)
	}
	if o.to != "" {
		return o.install(ctx, store, entry)
	}
	return o.print(entry, nil)
}

// get fetches src, which the user wrote as source.
func (o *fetchOptions) get(ctx context.Context, store *cache.Store, source string, src cache.Source) (*cache.Entry, error) {
	if !o.locked {
		entry, err := store.Get(ctx, src, o.options())
		return entry, o.missing(source, err)
	}
	lock, err := cache.ReadLockFile(o.abs(o.lockFile))
	if err != nil {
		return nil, err
	}
	entry, err := store.GetLocked(ctx, src, lock, o.options())
	return entry, o.missing(source, err)
}

// install copies the entry to --to.
func (o *fetchOptions) install(ctx context.Context, store *cache.Store, entry *cache.Entry) error {
	dir := o.abs(o.to)
	if rel, err := filepath.Rel(dir, o.wd); err == nil && filepath.IsLocal(rel) {
		return usage("name a directory of its own, such as skills/NAME", "--to %s: is or holds the working directory", o.to)
	}
	in, err := store.Install(ctx, entry, dir, cache.InstallOptions{Force: o.force, DryRun: o.dryRun})
	if err != nil {
		return err
	}
	if o.dryRun && len(in.Local) > 0 && !o.force {
		o.warn("%s: has local changes: without --force it stays as it is", o.to)
	}
	return o.print(entry, in)
}

// fetchDocument is the JSON document of fetch.
type fetchDocument struct {
	Source        string         `json:"source"`
	Path          string         `json:"path"`
	Cached        bool           `json:"cached"`
	Digest        digest.Digest  `json:"digest,omitempty"`
	ContentDigest digest.Digest  `json:"content_digest"`
	Commit        string         `json:"commit,omitempty"`
	ArchiveBytes  int64          `json:"archive_bytes"`
	Bytes         int64          `json:"bytes"`
	Files         int            `json:"files"`
	Skills        []string       `json:"skills"`
	Changes       []cache.Change `json:"changes,omitempty"` // of --to
	Notes         []string       `json:"notes,omitempty"`
}

// print shows where the skills are now.
func (o *fetchOptions) print(e *cache.Entry, in *cache.Installation) error {
	path := e.Path
	if in != nil {
		path = in.Dir
	}
	if o.isJSON() {
		doc := fetchDocument{
			Source: e.Source.String(), Path: path, Cached: e.Cached, Digest: e.Digest, ContentDigest: e.ContentDigest, Commit: e.Commit,
			ArchiveBytes: e.ArchiveBytes, Bytes: e.Bytes, Files: e.Files, Skills: skillNames(e), Notes: e.Notes,
		}
		if in != nil {
			doc.Changes = in.Changes
		}
		return o.writeJSON(doc)
	}
	if o.verbose {
		o.note("%s: %s, %s, %s%s", e.Source, count(len(e.Skills), "skill", "skills"), count(e.Files, "file", "files"), size(e.Bytes), verboseDigest(e))
	}
	if o.dryRun {
		return o.printChanges(in)
	}
	_, err := fmt.Fprintln(o.streams.Out, escape.Line(path))
	return err
}

func verboseDigest(e *cache.Entry) string {
	text := ", " + string(e.ContentDigest)
	if e.Digest != "" {
		text += ", " + string(e.Digest)
	}
	if e.Commit != "" {
		text += ", commit " + e.Commit
	}
	return text
}

// printChanges shows what --to would change, one line each.
func (o *fetchOptions) printChanges(in *cache.Installation) error {
	for _, c := range in.Changes {
		if _, err := fmt.Fprintf(o.streams.Out, "%-8s  %s\n", changeWord(c.What), escape.Line(c.Path)); err != nil {
			return err
		}
	}
	if len(in.Changes) == 0 {
		o.note("%s: nothing to change", o.rel(in.Dir))
	}
	return nil
}

// changeWord says what an installation would do to a file.
func changeWord(w cache.What) string {
	switch w {
	case cache.Added:
		return "add"
	case cache.Removed:
		return "remove"
	case cache.ModeChanged:
		return "chmod"
	default:
		return "change"
	}
}

func skillNames(e *cache.Entry) []string {
	names := make([]string, 0, len(e.Skills))
	for _, s := range e.Skills {
		names = append(names, s.Name)
	}
	return names
}

// codeOfCache is the code of an error of packages cache and pack, or "".
func codeOfCache(err error) code {
	for _, c := range []struct {
		is   error
		code code
	}{
		{cache.ErrSource, codeUsage},
		{cache.ErrOffline, codeOffline},
		{cache.ErrDrift, codeMismatch},
		{cache.ErrMismatch, codeMismatch},
		{cache.ErrLocalChanges, codeRefused},
		{cache.ErrRefused, codeRefused},
		{cache.ErrNetwork, codeNetwork},
		{cache.ErrNotLocked, codeNotFound},
		{cache.ErrInvalidEntry, codeUnreadable},
	} {
		if errors.Is(err, c.is) {
			return c.code
		}
	}
	return ""
}
