package cache

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/pack"
)

// localArchive is an archive, or a SKILL.md, on disk.
type localArchive struct{ base }

func (f localArchive) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	st, err := takeStamp(f.src.Path)
	if err != nil {
		return nil, err
	}
	if old != nil {
		return &fetched{same: true}, nil // an entry with an old stamp is none
	}
	in, err := os.Open(f.src.Path)
	if err != nil {
		return nil, err
	}
	got, err := f.unpack(ctx, in, f.src.Path, w)
	if err = errors.Join(err, in.Close()); err != nil {
		return nil, err
	}
	st.Digest = got.digest
	got.stamp = st
	return got, nil
}

// remoteArchive is an archive, or a SKILL.md, behind a URL.
type remoteArchive struct{ base }

func (f remoteArchive) fetch(ctx context.Context, w *work, old *Ready) (*fetched, error) {
	r := f.request(f.limits().Download)
	if old != nil {
		r.etag, r.modified = old.ETag, old.LastModified
	}
	d, err := f.http.fetch(ctx, r, w.download())
	if err != nil {
		return nil, err
	}
	if d.same {
		return &fetched{same: true, etag: d.etag, modified: d.modified}, nil
	}
	f.store.o.hook("downloaded")
	got, err := f.open(ctx, d, f.src.url.Path, w)
	if err != nil {
		return nil, err
	}
	if old != nil && old.Digest == got.digest {
		got = &fetched{same: true}
	}
	got.url, got.etag, got.modified = RedactURL(d.url), d.etag, d.modified
	return got, nil
}

// request is one to the source's own origin, with its credentials.
func (b base) request(limit int64) request {
	return request{url: b.src.url, user: b.src.user, header: b.store.o.Header, accept: "*/*", limit: limit}
}

// open unpacks what was downloaded.
func (b base) open(ctx context.Context, d *download, name string, w *work) (*fetched, error) {
	if err := decode(d, name, w.download(), b.limits().Download); err != nil {
		return nil, err
	}
	in, err := os.Open(w.download())
	if err != nil {
		return nil, err
	}
	got, err := b.unpack(ctx, in, name, w)
	return got, errors.Join(err, in.Close())
}

// unpack reads an archive or a SKILL.md into w's root. What it is, its first
// bytes say; name helps with a SKILL.md.
func (b base) unpack(ctx context.Context, in *os.File, name string, w *work) (*fetched, error) {
	return b.unpackWith(ctx, in, name, w, b.readOptions())
}

func (b base) unpackWith(ctx context.Context, in *os.File, name string, w *work, o pack.ReadOptions) (*fetched, error) {
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, min(info.Size(), headBytes))
	if _, err := io.ReadFull(in, head); err != nil {
		return nil, err
	}
	if isSkillFile(head, name) {
		return b.single(in, head, name, w)
	}
	m, err := pack.Extract(ctx, watched{in, b.store.o.hook}, info.Size(), w.root(), o)
	if err != nil {
		return nil, b.explainFormat(err)
	}
	got := &fetched{files: m.Files, digest: m.Digest, archiveBytes: m.ArchiveBytes}
	for _, skip := range m.Skipped {
		got.notes = append(got.notes, skip.Path+": left out: "+skip.Reason)
		got.links = got.links || strings.Contains(skip.Reason, "link to ")
	}
	return got, nil
}

// watched tells the hook of each reading.
type watched struct {
	io.ReaderAt
	hook func(point string)
}

func (w watched) ReadAt(p []byte, off int64) (int, error) {
	w.hook("read")
	return w.ReaderAt.ReadAt(p, off)
}

// explainFormat says what a person may have done wrong when a page came where
// an archive was expected.
func (b base) explainFormat(err error) error {
	e, ok := errors.AsType[*pack.FormatError](err)
	if !ok || !strings.Contains(e.Found, "HTML") {
		return err
	}
	hint := "use the address of the archive itself, or log in with --header; a host with a well-known index is given as https://host"
	switch {
	case b.src.url == nil || b.src.url.Scheme == "file":
		hint = "download it again from the address of the archive itself, logged in where that is needed"
	case b.src.url.Host == "github.com":
		hint = "a page of GitHub: " + gitHubForm
	}
	return failed(nil, hint, "%w", err)
}

// isSkillFile reports a bare SKILL.md: it begins with a fence, or has the name
// and is no archive.
func isSkillFile(head []byte, name string) bool {
	_, err := pack.Identify(head)
	if err == nil {
		return false // a tar begins with a name, which may look like a fence
	}
	text := strings.TrimLeft(strings.TrimPrefix(string(head), "\ufeff"), " \t\r\n")
	if strings.HasPrefix(text, "---\n") || strings.HasPrefix(text, "---\r") {
		return true
	}
	if !strings.EqualFold(path.Base(name), "SKILL.md") {
		return false
	}
	e, foreign := errors.AsType[*pack.FormatError](err)
	return foreign && e.Found == "a text file"
}
