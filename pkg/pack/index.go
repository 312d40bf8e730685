package pack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// IndexSchema is the schema of the discovery index that [Index] reads and
// writes: version 0.2.0 of the discovery RFC.
const IndexSchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"

// maxIndex is how many bytes an index may have.
const maxIndex = 16 << 20

// ErrIndex is matched by the errors about the content of an index.
var ErrIndex = errors.New("not a discovery index of version 0.2.0")

// Index is a discovery index, as published below /.well-known/agent-skills/.
// Members and entries it does not know are kept. Not safe for concurrent use.
type Index struct {
	members map[string]json.RawMessage
	entries []indexEntry
}

type indexEntry struct {
	name    string
	members map[string]json.RawMessage
}

// IndexEntry is what an index says about one archive.
type IndexEntry struct {
	Name        string
	Description string
	URL         string        // relative to the index, or absolute
	Digest      digest.Digest // sha256 of the archive
}

// ReadIndex reads the index at path; a missing file is an empty index. Errors
// match [ErrIndex] when the file is no index of the known version.
func ReadIndex(path string) (*Index, error) {
	b, err := safefs.ReadFile(os.DirFS(filepath.Dir(path)), filepath.Base(path), maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return &Index{members: map[string]json.RawMessage{}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	x, err := parseIndex(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return x, nil
}

func parseIndex(b []byte) (*Index, error) {
	x := &Index{}
	if err := json.Unmarshal(b, &x.members); err != nil || x.members == nil {
		return nil, fmt.Errorf("%w: %w", ErrIndex, errors.Join(err))
	}
	if schema := text(x.members["$schema"]); schema != IndexSchema {
		return nil, fmt.Errorf("%w: its $schema is %q, not %s", ErrIndex, schema, IndexSchema)
	}
	var skills []map[string]json.RawMessage
	if err := json.Unmarshal(x.members["skills"], &skills); err != nil {
		return nil, fmt.Errorf("%w: skills: %w", ErrIndex, err)
	}
	for _, members := range skills {
		x.entries = append(x.entries, indexEntry{name: text(members["name"]), members: members})
	}
	return x, nil
}

// text is a JSON string's text, "" for anything else.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// Lookup finds the entry of an archive by the skill's name.
func (x *Index) Lookup(name string) (IndexEntry, bool) {
	for _, e := range x.entries {
		if e.name == name && text(e.members["type"]) == "archive" {
			return IndexEntry{
				Name: name, Description: text(e.members["description"]), URL: text(e.members["url"]),
				Digest: digest.Digest(text(e.members["digest"])),
			}, true
		}
	}
	return IndexEntry{}, false
}

// Set adds an entry or replaces the one of the same name.
func (x *Index) Set(e IndexEntry) {
	at := slices.IndexFunc(x.entries, func(old indexEntry) bool { return old.name == e.Name })
	if at < 0 {
		at = len(x.entries)
		x.entries = append(x.entries, indexEntry{name: e.Name, members: map[string]json.RawMessage{}})
	}
	for key, value := range map[string]string{
		"name": e.Name, "type": "archive", "description": e.Description, "url": e.URL, "digest": string(e.Digest),
	} {
		x.entries[at].members[key] = quote(value)
	}
}

func quote(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSpace(b.Bytes())
}

// Write writes the index: entries sorted by name, members in the order of the
// RFC and others behind them by name.
func (x *Index) Write(w io.Writer) error {
	entries := slices.SortedStableFunc(slices.Values(x.entries), func(a, b indexEntry) int { return strings.Compare(a.name, b.name) })
	skills := make([]json.RawMessage, len(entries))
	for i, e := range entries {
		skills[i] = object(e.members, "name", "type", "description", "url", "digest")
	}
	members := maps.Clone(x.members)
	members["$schema"] = quote(IndexSchema)
	members["skills"] = append(append([]byte{'['}, bytes.Join(rawSlices(skills), []byte{','})...), ']')
	var out bytes.Buffer
	if err := json.Indent(&out, object(members, "$schema"), "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err := w.Write(out.Bytes())
	return err
}

func rawSlices(raw []json.RawMessage) [][]byte {
	out := make([][]byte, len(raw))
	for i, r := range raw {
		out[i] = r
	}
	return out
}

// object writes members, those in first before the others.
func object(members map[string]json.RawMessage, first ...string) json.RawMessage {
	keys := slices.DeleteFunc(slices.Clone(first), func(k string) bool { return members[k] == nil })
	for _, k := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(first, k) {
			keys = append(keys, k)
		}
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quote(k))
		b.WriteByte(':')
		b.Write(members[k])
	}
	b.WriteByte('}')
	return b.Bytes()
}

// WriteFile writes the index to path, whole or not at all.
func (x *Index) WriteFile(path string) error {
	return safefs.WriteFile(path, 0o644, x.Write)
}

// IndexURL is the reference from an index to an archive, both paths on disk:
// relative, every element escaped as RFC 3986 wants it.
func IndexURL(index, archive string) (string, error) {
	rel, err := filepath.Rel(filepath.Dir(index), archive)
	if err != nil {
		return "", err
	}
	elements := strings.Split(filepath.ToSlash(rel), "/")
	for i, e := range elements {
		elements[i] = url.PathEscape(e)
	}
	if strings.Contains(elements[0], ":") { // else read as a scheme
		elements[0] = "./" + elements[0]
	}
	return strings.Join(elements, "/"), nil
}
