package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
	"github.com/skillctl/skillctl/pkg/parse"
)

// packJob is one skill to pack.
type packJob struct {
	skill   *parse.Skill
	options pack.Options
	place   string // file to write, absolute
	pack    *pack.Pack
	written pack.Written
	file    string // absolute, "" when nothing was written
	signed  string // file of the signature, absolute, or ""
	lint    []byte // JSON report of the errors that stopped it, or nil
	err     error
}

// packRun is one run of pack over all skills.
type packRun struct {
	*packCmd
	jobs   []*packJob
	status exitStatus
	key    pack.SigningKey

	places map[string]*packJob // who writes which file
}

// packsAtATime is how many packs are written at a time for each core: writing
// waits for the disk most of the time.
const packsAtATime = 2

// runPack lints, packs and prints.
func (c *packCmd) runPack(ctx context.Context, r *packRun) error {
	r.places = map[string]*packJob{}
	if !c.noLint && !c.list {
		if err := r.lintAll(ctx); err != nil {
			return err
		}
	}
	if c.out == "-" && !c.list {
		return r.stream(ctx)
	}
	progress := ui.NewProgress(c.streams, fmt.Sprintf("packing %d skills", len(r.jobs)))
	err := r.packAll(ctx)
	progress.Stop()
	if err != nil {
		return err
	}
	if c.index != "" {
		if err := r.writeIndex(ctx); err != nil {
			return err
		}
	}
	return r.conclude()
}

// packAll packs several skills at a time. Faults of one skill are kept with
// it; an interrupt ends all.
func (r *packRun) packAll(ctx context.Context) error {
	several := len(r.jobs) > 1 || r.status != exitOK
	var g errgroup.Group
	g.SetLimit(packsAtATime * runtime.GOMAXPROCS(0))
	for _, job := range r.jobs { // places are claimed in order: who comes first wins
		if job.err == nil {
			job.err = r.claim(job, several)
		}
		if job.err != nil {
			continue
		}
		g.Go(func() error {
			job.err = r.packOne(ctx, job)
			return nil
		})
	}
	_ = g.Wait() // no job returns its error here
	return ctx.Err()
}

// claim finds out where a pack goes, and makes sure that no two skills write
// the same file and that it may be replaced.
func (r *packRun) claim(job *packJob, several bool) error {
	job.options = r.options()
	if r.list {
		return nil
	}
	file, named, err := r.place(job.skill, job.options, several)
	if err != nil {
		return err
	}
	if named {
		job.options.Output = insideSkill(job.skill, file)
	}
	if other, ok := r.places[file]; ok {
		return fail(codeUsage, "pack one of them to another directory",
			"%s: already written for %s, which has the same name and version", r.rel(file), other.skill.Path)
	}
	r.places[file], job.place = job, file
	return r.replaceable(file)
}

func (r *packRun) packOne(ctx context.Context, job *packJob) (err error) {
	p, err := pack.Build(ctx, job.skill, job.options)
	if err != nil {
		return fmt.Errorf("%s: %w", r.rel(job.skill.Dir), err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	job.pack = p
	if r.list {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(job.place), 0o755); err != nil {
		return err
	}
	return r.write(ctx, job, job.place)
}

// replaceable checks that a file is missing, empty or an archive.
func (r *packRun) replaceable(file string) error {
	head, err := readHead(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(head) == 0:
		return nil
	}
	if _, err := pack.Identify(head); errors.Is(err, pack.ErrFormat) {
		return fail(codeUsage, "remove it, or name another file", "%s: exists and is no archive", r.rel(file))
	}
	return nil
}

// readHead reads the first bytes of a file.
func readHead(file string) ([]byte, error) {
	if isNamedPipe(file) {
		return nil, fail(codeUsage, "name another file", "%s: is a pipe", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	return io.ReadAll(io.LimitReader(f, 4096))
}

func (r *packRun) write(ctx context.Context, job *packJob, file string) error {
	var signature []byte
	sign := func(in io.Reader) (err error) {
		if r.key != nil {
			signature, err = pack.Sign(in, r.key)
		}
		return err
	}
	written, err := job.pack.WriteFile(ctx, file, sign)
	if err != nil {
		return err
	}
	if signature != nil {
		job.signed = file + pack.SignatureSuffix
		put := func(w io.Writer) error { _, err := w.Write(signature); return err }
		if err := safefs.WriteFile(job.signed, 0o644, put); err != nil {
			return errors.Join(err, os.Remove(file)) // a pack that should be signed and is not
		}
	}
	job.written, job.file = written, file
	return nil
}

// stream writes one archive to standard output.
func (r *packRun) stream(ctx context.Context) error {
	job := r.jobs[0]
	if job.err != nil {
		return job.err
	}
	p, err := pack.Build(ctx, job.skill, r.options())
	if err != nil {
		return fmt.Errorf("%s: %w", r.rel(job.skill.Dir), err)
	}
	job.pack = p
	r.tellLinks(job)
	_, err = p.Write(ctx, r.streams.Out)
	return errors.Join(err, p.Close())
}

// writeIndex adds the packs to the index once all of them are written.
// Others that do so at the same time take turns.
func (r *packRun) writeIndex(ctx context.Context) (err error) {
	path := r.abs(r.index)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	unlock, err := safefs.LockFor(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	index, err := pack.ReadIndex(path)
	if err != nil {
		return err
	}
	for _, job := range r.jobs {
		if job.file == "" {
			continue
		}
		url, err := pack.IndexURL(path, job.file)
		if err != nil {
			return err
		}
		if old, ok := index.Lookup(job.pack.Skill); ok && old.URL == url && old.Digest != job.written.Digest {
			r.warn("%s: the index named other bytes of this file; who has them cached or locked finds a difference: raise metadata.version", r.rel(job.file))
		}
		index.Set(pack.IndexEntry{
			Name: job.pack.Skill, Description: job.pack.Description, URL: url, Digest: job.written.Digest,
		})
	}
	return index.WriteFile(path)
}
