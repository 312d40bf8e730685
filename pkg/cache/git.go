package cache

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// gitRepo is a git repository, read with the git command line.
type gitRepo struct{ base }

func (f gitRepo) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	g, err := f.git(ctx)
	if err != nil {
		return nil, err
	}
	at, err := f.resolve(ctx, g)
	if err != nil {
		return nil, err
	}
	if old != nil && old.Commit == at.commit {
		return &fetched{same: true}, nil
	}
	if err := f.clone(ctx, g, at, filepath.Join(w.dir, "git")); err != nil {
		return nil, err
	}
	f.store.o.hook("downloaded")
	got, err := f.export(ctx, g, at.commit, w.root())
	if err != nil {
		return nil, err
	}
	got.commit = at.commit
	return got, checkTree(w.root(), got.files)
}

// revision is what a ref means at the moment.
type revision struct {
	commit string // full id
	ref    string // the full name of the ref that names it, "" for a commit given as such
}

var (
	fullCommit  = newPattern(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
	shortCommit = newPattern(`^[0-9a-f]{7,63}$`)
)

// resolve asks the server what the source's ref means: a branch, then a tag,
// then a commit. Names may hold slashes; a branch may be called HEAD.
func (f gitRepo) resolve(ctx context.Context, g *git) (revision, error) {
	if f.get.Commit != "" {
		return revision{commit: f.get.Commit}, nil
	}
	ref := f.src.ref
	candidates := []string{"refs/heads/" + ref, "refs/tags/" + ref}
	switch {
	case ref == "" || ref == "HEAD":
		candidates = []string{"HEAD"}
	case strings.HasPrefix(ref, "refs/"):
		candidates = []string{ref}
	}
	patterns := make([]string, 0, 2*len(candidates))
	for _, c := range candidates {
		patterns = append(patterns, c, c+"^{}")
	}
	out, err := g.output(ctx, append([]string{"ls-remote", "--", g.url}, patterns...)...)
	if err != nil {
		return revision{}, err
	}
	refs := parseRefs(out)
	for _, c := range candidates {
		if commit := firstOf(refs[c+"^{}"], refs[c]); commit != "" {
			return revision{commit: commit, ref: c}, nil
		}
	}
	return f.unnamed(ref)
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// unnamed is for refs that name nothing on the server.
func (f gitRepo) unnamed(ref string) (revision, error) {
	switch {
	case fullCommit.MatchString(ref):
		return revision{commit: ref}, nil
	case ref == "":
		return revision{}, failed(ErrNetwork, "name a branch, tag or commit behind #", "the repository is empty or has no default branch")
	case shortCommit.MatchString(ref):
		return revision{}, failed(ErrNetwork, "write the full commit id", "no branch or tag is called %q, and a commit cannot be asked for by the beginning of its id", ref)
	}
	return revision{}, failed(ErrNetwork, "see them with: git ls-remote", "no branch, tag or commit is called %q", ref)
}

// parseRefs reads the output of ls-remote.
func parseRefs(out string) map[string]string {
	refs := map[string]string{}
	for line := range strings.Lines(out) {
		id, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if ok && fullCommit.MatchString(id) {
			refs[name] = id
		}
	}
	return refs
}

// clone makes a bare repository at dir with the one commit: without contents
// when only a path of it is wanted, for those are fetched by name later.
func (f gitRepo) clone(ctx context.Context, g *git, at revision, dir string) error {
	format := "--object-format=sha1"
	if len(at.commit) == 64 {
		format = "--object-format=sha256"
	}
	if err := g.run(ctx, nil, nil, "init", "-q", "--bare", format, "--template=", dir); err != nil {
		return err
	}
	g.dir = dir
	// A filter needs a remote with a name.
	if err := g.run(ctx, nil, nil, "config", "remote.origin.url", g.url); err != nil {
		return err
	}
	ctx, stop := f.watchSize(ctx, dir)
	defer stop()
	if err := f.fetchCommit(ctx, g, at); err != nil {
		return err
	}
	return f.checkSize(dir)
}

// fetchCommit gets the commit with its files, or, when only a path is wanted,
// with its names.
func (f gitRepo) fetchCommit(ctx context.Context, g *git, at revision) error {
	fetch := []string{"fetch", "-q", "--no-tags", "--no-recurse-submodules", "--no-auto-maintenance"}
	if f.src.sub != "" {
		fetch = append(fetch, "--filter=blob:none")
	}
	err := g.run(ctx, nil, nil, append(fetch, "--depth=1", "--", "origin", at.commit)...)
	if err == nil || ctx.Err() != nil {
		return err
	}
	// Servers of the old protocol give only what a ref names.
	wants := []string{"+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"}
	if at.ref != "" {
		fetch = append(fetch, "--depth=1")
		wants = []string{at.ref}
	}
	if again := g.run(ctx, nil, nil, append(append(fetch, "--", "origin"), wants...)...); again != nil {
		return err
	}
	if g.run(ctx, nil, nil, "cat-file", "-e", at.commit+"^{commit}") != nil {
		return failed(ErrNetwork, "try again", "the server does not have the commit %s, or it moved meanwhile", at.commit)
	}
	return nil
}

// watchSize ends a fetch whose packs grow over the limit of a download.
func (f gitRepo) watchSize(ctx context.Context, dir string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	ticker := time.NewTicker(reportEvery)
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				f.http.report(Progress{Bytes: packBytes(dir)})
				if err := f.checkSize(dir); err != nil {
					cancel(err)
				}
			}
		}
	}()
	return ctx, func() {
		ticker.Stop()
		cancel(nil)
		<-done
	}
}

// checkSize holds what git has received against the limit of a download.
func (f gitRepo) checkSize(dir string) error {
	if n := packBytes(dir); n > f.limits().Download {
		return tooLong(f.limits().Download, "the repository has %d bytes or more; name a path in it", n)
	}
	return nil
}

// packBytes is the size of what git has received.
func packBytes(dir string) int64 {
	pack := filepath.Join(dir, "objects", "pack")
	entries, err := os.ReadDir(pack)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0
	}
	var n int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
	}
	return n
}
