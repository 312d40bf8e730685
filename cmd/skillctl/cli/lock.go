package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/cache"
)

const lockLong = `Write ` + cache.LockFileName + `: for each source where it came from, its digests, and every
file with its size, executable bit and SHA-256, as it is and with LF line ends.

skillctl fetch --locked SOURCE then takes nothing else: it names each file that
changed, and says when only line endings differ.

Sources are fetched anew, or asked whether they changed. Those in the lock file
that are not named stay as they are. When one source fails nothing is written.`

// defaultLockFile is where lock writes and fetch --locked reads.
const defaultLockFile = cache.LockFileName

// lockOptions are the flags of lock.
type lockOptions struct {
	*app
	store   storeFlags
	output  string
	offline bool
}

// newLockCmd is `skillctl lock`.
func newLockCmd(a *app) *cobra.Command {
	o := &lockOptions{app: a}
	cmd := &cobra.Command{
		Use:   "lock SOURCE…",
		Short: "Pin sources, file by file, in a lock file",
		Long:  lockLong,
		Example: examples(
			"skillctl lock github:acme/skills@v1.2.0 https://example.com/pdf.tar.gz",
			"skillctl fetch --locked github:acme/skills@v1.2.0   # exactly these files, offline too",
		),
		Args: needArgs("SOURCE", 1, -1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), args) },
	}
	a.addOutput(cmd, formatText, formatJSON)
	cmd.Flags().StringVarP(&o.output, "output", "o", defaultLockFile, "the lock `FILE` to write")
	cmd.Flags().BoolVar(&o.offline, "offline", false, "use the cache only")
	addStoreFlags(cmd, &o.store)
	before(cmd, func(cmd *cobra.Command) error {
		if o.output == "-" {
			return usage("print the lock file with --json", "--output -: a lock file is read and written again, which standard output cannot be")
		}
		if err := o.store.check(); err != nil {
			return err
		}
		return o.store.readCACert(cmd.Context(), o.app)
	})
	documentExits(cmd, exitDoc{exitRefused: ""})
	return cmd
}

func (o *lockOptions) run(ctx context.Context, args []string) error {
	path := o.abs(o.output)
	if _, err := cache.ReadLockFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // before anything is fetched
	}
	store, reporter, err := o.openStore(o.store.apply)
	if err != nil {
		return err
	}
	defer store.Close()
	pins, err := o.pins(ctx, store, reporter, args)
	if err != nil {
		return err
	}
	lock, err := cache.UpdateLockFile(ctx, path, pins)
	if err != nil {
		return err
	}
	return o.print(lock)
}

// pins fetches all sources. When one fails the others are tried too, so that
// each failure is told; the worst one is the error.
func (o *lockOptions) pins(ctx context.Context, store *cache.Store, reporter *fetchReporter, args []string) ([]cache.Locked, error) {
	var pins []cache.Locked
	var worst error
	for _, arg := range args {
		pin, err := o.pin(ctx, store, reporter, arg)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
			pins = append(pins, pin)
		case worst == nil:
			worst = err
		case statusOf(err) > statusOf(worst):
			_ = o.tell(worst)
			worst = err
		default:
			_ = o.tell(err)
		}
	}
	return pins, worst
}

func statusOf(err error) exitStatus {
	status, _ := classify(err)
	return status
}

func (o *lockOptions) pin(ctx context.Context, store *cache.Store, reporter *fetchReporter, arg string) (cache.Locked, error) {
	src, err := cache.ParseSource(arg, o.wd)
	if err != nil {
		return cache.Locked{}, err
	}
	defer reporter.start(src.String())()
	get := cache.GetOptions{Mode: cache.Revalidate, Links: o.store.linkPolicy()}
	if o.offline {
		get.Mode = cache.Offline
	}
	entry, err := store.Get(ctx, src, get)
	if err != nil {
		return cache.Locked{}, o.missing(arg, err)
	}
	return entry.Lock(ctx)
}

func (o *lockOptions) print(lock *cache.LockFile) error {
	if o.isJSON() {
		return o.writeJSON(lock)
	}
	o.note("%s: %s", o.output, count(len(lock.Sources), "source", "sources"))
	for _, s := range lock.Sources {
		if _, err := fmt.Fprintf(o.streams.Out, "%s  %s\n", s.ContentDigest, escape.Line(s.Source)); err != nil {
			return err
		}
	}
	return nil
}
