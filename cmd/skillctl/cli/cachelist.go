package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/cache"
)

// cacheEntry is one entry in the JSON of cache list and cache verify.
type cacheEntry struct {
	Key           string         `json:"key"`
	Path          string         `json:"path"`
	Source        string         `json:"source,omitempty"`
	Kind          cache.Kind     `json:"kind,omitempty"`
	URL           string         `json:"url,omitempty"`
	Digest        digest.Digest  `json:"digest,omitempty"`
	ContentDigest digest.Digest  `json:"content_digest,omitempty"`
	Commit        string         `json:"commit,omitempty"`
	Bytes         int64          `json:"bytes"`
	Files         int            `json:"files"`
	Skills        []string       `json:"skills,omitempty"`
	Fetched       string         `json:"fetched,omitempty"` // RFC 3339
	Error         string         `json:"error,omitempty"`
	OK            *bool          `json:"ok,omitempty"` // of verify
	Changes       []cache.Change `json:"changes,omitempty"`
}

func entryDocument(e cache.Stored) cacheEntry {
	doc := cacheEntry{Key: e.Key, Path: e.Path}
	if e.Err != nil {
		doc.Error = e.Err.Error()
		return doc
	}
	r := e.Ready
	doc.Source, doc.Kind, doc.URL, doc.Commit = r.Source, r.Kind, r.URL, r.Commit
	doc.Digest, doc.ContentDigest, doc.Bytes, doc.Files = r.Digest, r.ContentDigest, r.Bytes, r.Files
	doc.Fetched = r.Fetched.Format(time.RFC3339)
	for _, s := range r.Skills {
		doc.Skills = append(doc.Skills, s.Name)
	}
	return doc
}

// cacheDocument is the JSON of cache list and cache verify.
type cacheDocument struct {
	Dir     string       `json:"dir"`
	Entries []cacheEntry `json:"entries"`
	Bytes   int64        `json:"bytes"`
}

func (d *cacheDocument) add(e cacheEntry) {
	d.Entries = append(d.Entries, e)
	d.Bytes += e.Bytes
}

// cacheList prints the entries.
func (a *app) cacheList() error {
	store, _, err := a.openStore(nil)
	if err != nil {
		return err
	}
	defer store.Close()
	stored, err := store.List()
	if err != nil {
		return err
	}
	doc := cacheDocument{Dir: store.Dir(), Entries: []cacheEntry{}}
	for _, e := range stored {
		doc.add(entryDocument(e))
	}
	if a.isJSON() {
		return a.writeJSON(doc)
	}
	for _, e := range doc.Entries {
		if err := a.printEntry(e); err != nil {
			return err
		}
	}
	a.note("%s: %s, %s", escape.Line(doc.Dir), count(len(doc.Entries), "entry", "entries"), size(doc.Bytes))
	return nil
}

func (a *app) printEntry(e cacheEntry) error {
	day, _, _ := strings.Cut(e.Fetched, "T")
	what := e.Source
	if e.Error != "" {
		day, what = "damaged   ", e.Path+": "+e.Error
	}
	_, err := fmt.Fprintf(a.streams.Out, "%s  %10s  %11s  %s\n", day, size(e.Bytes), count(len(e.Skills), "skill", "skills"), escape.Line(what))
	return err
}

// cacheVerify hashes entries and reports those that differ.
func (a *app) cacheVerify(ctx context.Context, args []string) error {
	store, _, err := a.openStore(nil)
	if err != nil {
		return err
	}
	defer store.Close()
	stored, err := a.chosenEntries(store, args)
	if err != nil {
		return err
	}
	doc := cacheDocument{Dir: store.Dir(), Entries: []cacheEntry{}}
	status := exitOK
	for _, e := range stored {
		entry := entryDocument(e)
		changes, err := store.Verify(ctx, e)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, fs.ErrNotExist) && e.Err == nil {
			continue // removed meanwhile
		}
		ok := err == nil && len(changes) == 0
		if err != nil {
			entry.Error = err.Error()
		}
		if !ok {
			status = exitFindings
		}
		entry.OK, entry.Changes = &ok, changes
		doc.add(entry)
	}
	if err := a.printVerified(doc); err != nil {
		return err
	}
	if status != exitOK {
		return status
	}
	return nil
}

// chosenEntries are those of the named sources, or all.
func (a *app) chosenEntries(store *cache.Store, args []string) ([]cache.Stored, error) {
	stored, err := store.List()
	if err != nil || len(args) == 0 {
		return stored, err
	}
	byKey := map[string]cache.Stored{}
	for _, e := range stored {
		byKey[e.Key] = e
	}
	var chosen []cache.Stored
	for _, arg := range args {
		src, err := cache.ParseSource(arg, a.wd)
		if err != nil {
			return nil, err
		}
		e, ok := byKey[store.Key(src)]
		if !ok {
			return nil, fail(codeNotFound, "see what is cached with: skillctl cache list", "%s: not in the cache", src)
		}
		chosen = append(chosen, e)
	}
	return chosen, nil
}

func (a *app) printVerified(doc cacheDocument) error {
	if a.isJSON() {
		return a.writeJSON(doc)
	}
	bad := 0
	for _, e := range doc.Entries {
		if *e.OK {
			continue
		}
		bad++
		name := e.Source
		if name == "" {
			name = e.Path
		}
		if e.Error != "" {
			fmt.Fprintf(a.streams.Out, "%s: %s\n", escape.Line(name), escape.Line(e.Error))
		}
		for _, c := range e.Changes {
			fmt.Fprintf(a.streams.Out, "%s: %s\n", escape.Line(name), escape.Line(c.String()))
		}
	}
	a.note("%s verified, %d damaged or changed", count(len(doc.Entries), "entry", "entries"), bad)
	return nil
}
