package cache

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// Where a host publishes its skills: version 0.2.0 of the discovery draft
// (cloudflare/agent-skills-discovery-rfc), and the older layout that has no
// digests.
const (
	indexPath    = "/.well-known/agent-skills/index.json"
	oldIndexPath = "/.well-known/skills/index.json"
)

// The types of entries.
const (
	typeSkillFile = "skill-md"
	typeArchive   = "archive"
)

// isIndexURL reports URLs that mean a well-known index: a bare host, or the
// index itself.
func isIndexURL(u *url.URL) bool {
	return u.RawQuery == "" && (u.Path == "" || u.Path == "/") ||
		strings.HasSuffix(u.Path, indexPath) || strings.HasSuffix(u.Path, oldIndexPath)
}

// indexEntry is one skill of an index, with what publishers write by mistake.
type indexEntry struct {
	Name   string          `json:"name"`
	Type   string          `json:"type"`
	URL    string          `json:"url"`
	Digest string          `json:"digest"`
	SHA256 string          `json:"sha256"` // a common mistake
	Files  json.RawMessage `json:"files"`  // of version 0.1.0
}

var lowerDigest = newPattern(`^sha256:[0-9a-f]{64}$`)

// readIndex reads an index of version 0.2.0. Entries that break its rules are
// left out, each with a note that names the mistake; when none is left, the
// notes are the error.
func readIndex(body []byte) (entries []indexEntry, notes []string, err error) {
	var index struct {
		Schema *string           `json:"$schema"`
		Skills []json.RawMessage `json:"skills"`
	}
	if err := json.Unmarshal(body, &index); err != nil {
		return nil, nil, failed(ErrRefused, "is this the address of a well-known index?", "the index is no JSON: %w", err)
	}
	switch {
	case index.Schema == nil && index.Skills != nil:
		return nil, nil, oldIndex()
	case index.Schema == nil || index.Skills == nil:
		return nil, nil, failed(ErrRefused, "tell the publisher", "the index has no $schema or no skills")
	case *index.Schema != pack.IndexSchema:
		return nil, nil, failed(ErrRefused, "tell the publisher: it must be "+pack.IndexSchema, "the index has the unknown $schema %q", *index.Schema)
	case len(index.Skills) > maxIndexSkills:
		return nil, nil, failed(ErrRefused, "", "the index lists %d skills: more than %d", len(index.Skills), maxIndexSkills)
	}
	var names safefs.Names
	for i, raw := range index.Skills {
		e, mistake := readEntry(raw)
		if mistake == "" && names.Add(e.Name, safefs.Dir) != nil {
			mistake = "another entry has the same name"
		}
		if mistake == "" && seen(entries, e.Name) {
			mistake = "another entry has the same name"
		}
		if mistake != "" {
			notes = append(notes, fmt.Sprintf("entry %d of the index (%q): left out: %s", i+1, e.Name, mistake))
			continue
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		return nil, nil, failed(ErrRefused, "tell the publisher", "no entry of the index can be used: %s", strings.Join(notes, "; "))
	}
	return entries, notes, nil
}

func seen(entries []indexEntry, name string) bool {
	for _, e := range entries {
		if e.Name == name {
			return true
		}
	}
	return false
}

// readEntry reads one entry and names the mistake in it.
func readEntry(raw json.RawMessage) (e indexEntry, mistake string) {
	if err := json.Unmarshal(raw, &e); err != nil {
		return e, "not as the format says: " + err.Error()
	}
	switch {
	case safefs.CheckPath(e.Name) != nil || strings.Contains(e.Name, "/"):
		return e, "the name is no safe folder name"
	case e.Type == "" && e.Files != nil:
		return e, "it lists files, as version 0.1.0 did, and has no digest"
	case e.Type != typeSkillFile && e.Type != typeArchive:
		return e, fmt.Sprintf("unknown type %q: only %s and %s are defined", e.Type, typeSkillFile, typeArchive)
	case e.URL == "":
		return e, "no url"
	}
	return e, digestMistake(e)
}

// digestMistake explains what is wrong with an entry's digest.
func digestMistake(e indexEntry) string {
	switch {
	case lowerDigest.MatchString(e.Digest):
		return ""
	case e.Digest == "" && e.SHA256 != "":
		return `the digest stands in "sha256": the key must be "digest", its value "sha256:" and 64 hex digits`
	case e.Digest == "":
		return "no digest, which is mandatory"
	case strings.HasPrefix(e.Digest, "sha256-"):
		return `the digest begins with "sha256-": it must be "sha256:"`
	case lowerDigest.MatchString(strings.ToLower(e.Digest)):
		return "the digest must be in lower case"
	case lowerDigest.MatchString("sha256:" + e.Digest):
		return `the digest lacks "sha256:" in front`
	}
	return `the digest must be "sha256:" and 64 hex digits`
}

// oldIndex refuses version 0.1.0.
func oldIndex() error {
	return failed(ErrRefused, "ask the publisher for an index of version 0.2.0 at "+indexPath,
		"the host publishes an index of version 0.1.0, which has no digests: nothing vouches for its files")
}
