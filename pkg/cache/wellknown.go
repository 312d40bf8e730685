package cache

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// wellKnown is a host that publishes an index of skills, each with the digest
// of its file. Each becomes a folder of the entry, named after the skill.
type wellKnown struct{ base }

func (f wellKnown) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	body, d, err := f.index(ctx, old)
	if err != nil {
		return nil, err
	}
	if d.same {
		return &fetched{same: true, etag: d.etag, modified: d.modified}, nil
	}
	entries, notes, err := readIndex(body)
	if err != nil {
		return nil, err
	}
	f.store.o.hook("downloaded")
	got := &fetched{notes: notes, url: RedactURL(d.url), etag: d.etag, modified: d.modified}
	if err := os.Mkdir(w.root(), 0o700); err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := f.add(ctx, w, d.url, e, got); err != nil {
			return nil, fmt.Errorf("skill %q of the index: %w", e.Name, err)
		}
	}
	return got, checkTree(w.root(), got.files)
}

// index downloads the index. Of a bare host it is looked for where version
// 0.2.0 has it, then where the older layout has it.
func (f wellKnown) index(ctx context.Context, old *Ready) ([]byte, *download, error) {
	r := f.request(maxIndexBytes)
	r.accept = "application/json"
	if old != nil {
		r.etag, r.modified = old.ETag, old.LastModified
	}
	if path := f.src.url.Path; path != "" && path != "/" {
		return f.http.read(ctx, r)
	}
	r.url = f.src.url.JoinPath(indexPath)
	body, d, err := f.http.read(ctx, r)
	if !isMissing(err) {
		return body, d, err
	}
	r.url = f.src.url.JoinPath(oldIndexPath)
	if _, _, oldErr := f.http.read(ctx, r); oldErr == nil {
		return nil, nil, oldIndex()
	}
	return nil, nil, failed(ErrNetwork, "give the address of an archive or of the index itself", "the host publishes no index of skills at %s: %w", indexPath, err)
}

func isMissing(err error) bool {
	e, ok := errors.AsType[*statusError](err)
	return ok && (e.code == http.StatusNotFound || e.code == http.StatusGone)
}

// add downloads one skill, proves its digest and unpacks it into its folder.
func (f wellKnown) add(ctx context.Context, w *work, index *url.URL, e indexEntry, got *fetched) error {
	u, err := artifactURL(index, e.URL)
	if err != nil {
		return err
	}
	part := &work{dir: filepath.Join(w.dir, "part")}
	if err := os.Mkdir(part.dir, 0o700); err != nil {
		return err
	}
	r := request{url: u, accept: "*/*", limit: f.limits().Download}
	if sameOrigin(u, f.src.url) {
		r.user, r.header = f.src.user, f.store.o.Header
	}
	d, err := f.http.fetch(ctx, r, part.download())
	if err != nil {
		return err
	}
	one, err := f.openArtifact(ctx, d, u, e, part)
	if err != nil {
		return err
	}
	if err := safefs.Rename(one.dir, filepath.Join(w.root(), e.Name)); err != nil {
		return err
	}
	if err := os.Chmod(filepath.Join(w.root(), e.Name), 0o755); err != nil {
		return err
	}
	return errors.Join(f.count(got, one.fetched, e.Name), safefs.RemoveAll(part.dir))
}

// artifact is one skill of an index, unpacked at dir.
type artifact struct {
	*fetched
	dir string
}

func (f wellKnown) openArtifact(ctx context.Context, d *download, u *url.URL, e indexEntry, part *work) (*artifact, error) {
	sum, err := hashFile(part.download())
	if err != nil {
		return nil, err
	}
	if err := matchPin(digest.Digest(e.Digest), sum, ""); err != nil {
		err.hint = "the index or the file changed: tell the publisher; a digest must not point at a file that moves"
		return nil, err
	}
	one, err := f.open(ctx, d, u.Path, part)
	if err != nil {
		return nil, err
	}
	a := &artifact{fetched: one, dir: part.root()}
	single := len(one.files) == 1 && strings.Count(one.files[0].Path, "/") == 1 && filepath.Base(one.files[0].Path) == skillFile
	switch {
	case e.Type == typeSkillFile && single:
		a.dir = filepath.Join(part.root(), filepath.Dir(one.files[0].Path))
		one.files[0].Path = skillFile
	case e.Type == typeSkillFile:
		return nil, failed(ErrRefused, "tell the publisher", "the index says %s, but the file is an archive", typeSkillFile)
	case !hasRootSkill(one.files):
		return nil, failed(ErrRefused, "tell the publisher: pack the skill's files without a folder around them", "SKILL.md is not at the root of the archive")
	}
	return a, nil
}

func hasRootSkill(files []pack.File) bool {
	for _, f := range files {
		if f.Path == skillFile {
			return true
		}
	}
	return false
}

// count adds a skill's files to those of the whole and holds the sum against
// the limits.
func (f wellKnown) count(got, one *fetched, name string) error {
	got.archiveBytes += one.archiveBytes
	got.links = got.links || one.links
	for _, note := range one.notes {
		got.notes = append(got.notes, name+"/"+note)
	}
	var total int64
	for _, file := range one.files {
		file.Path = name + "/" + file.Path
		if err := safefs.CheckPath(file.Path); err != nil {
			return &pack.Error{Entry: file.Path, Rule: "path", Detail: "unsafe path", Err: err}
		}
		got.files = append(got.files, file)
	}
	for _, file := range got.files {
		total += file.Bytes
	}
	switch l := f.limits(); {
	case total > l.Total:
		return &pack.Error{Rule: pack.RuleTotalSize, Detail: fmt.Sprintf("more than %d bytes in all", l.Total)}
	case len(got.files) > l.Files:
		return &pack.Error{Rule: pack.RuleEntries, Detail: fmt.Sprintf("more than %d files in all", l.Files)}
	}
	return nil
}

// artifactURL resolves the address of a file against the index's own.
func artifactURL(index *url.URL, ref string) (*url.URL, error) {
	u, err := index.Parse(ref)
	if err != nil {
		return nil, failed(ErrRefused, "tell the publisher", "%q is no address", redactText(ref))
	}
	u.Host, u.Fragment, u.RawFragment = canonicalHost(u), "", ""
	switch {
	case u.User != nil:
		return nil, failed(ErrRefused, "tell the publisher", "%s: an address with credentials", redactText(ref))
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return nil, failed(ErrRefused, "tell the publisher", "%s: not an http address", redactText(ref))
	case index.Scheme == "https" && u.Scheme == "http":
		return nil, failed(ErrRefused, "tell the publisher", "%s: not encrypted, though the index is", RedactURL(u))
	}
	return u, nil
}
