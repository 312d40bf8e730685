package pack

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const wantIndex = `{
  "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  "publisher": {
    "b": 1,
    "a": 2
  },
  "skills": [
    {
      "name": "alpha",
      "type": "archive",
      "description": "First <one>",
      "url": "alpha-1.0.tar.gz",
      "digest": "sha256:aa"
    },
    {
      "name": "old",
      "type": "skill-md",
      "url": "/x/SKILL.md",
      "extra": true
    }
  ]
}
`

func TestIndex(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "index.json")
	old := `{"skills":[{"extra":true,"url":"/x/SKILL.md","type":"skill-md","name":"old"},{"name":"alpha","type":"skill-md"}],
		"publisher":{"b":1,"a":2},"$schema":"` + IndexSchema + `"}`
	if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	x, err := ReadIndex(path)
	if err != nil {
		t.Fatal(err)
	}
	entry := IndexEntry{Name: "alpha", Description: "First <one>", URL: "alpha-1.0.tar.gz", Digest: "sha256:aa"}
	x.Set(entry)
	for range 2 { // writing what was written changes nothing
		if err := x.WriteFile(path); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if d := cmp.Diff(wantIndex, string(got)); d != "" || err != nil {
			t.Fatal(d, err)
		}
		if x, err = ReadIndex(path); err != nil {
			t.Fatal(err)
		}
	}
	if got, ok := x.Lookup("alpha"); !ok || got != entry {
		t.Errorf("%+v, %v", got, ok)
	}
	if _, ok := x.Lookup("old"); ok {
		t.Error("a skill-md entry is no archive")
	}
}

func TestNewIndex(t *testing.T) {
	t.Parallel()
	x, err := ReadIndex(filepath.Join(t.TempDir(), "none.json"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := x.Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"$schema\": \"" + IndexSchema + "\",\n  \"skills\": []\n}\n"; b.String() != want {
		t.Errorf("%s", b.String())
	}
}

func TestBadIndex(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		``, `[]`, `null`, `{}`, `{"skills":[]}`, `{"$schema":"https://example.com/x","skills":[]}`,
		`{"$schema":"` + IndexSchema + `"}`, `{"$schema":"` + IndexSchema + `","skills":{}}`, `{"$schema":"` + IndexSchema + `","skills":[1]}`,
	} {
		if _, err := parseIndex([]byte(text)); !errors.Is(err, ErrIndex) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestIndexURL(t *testing.T) {
	t.Parallel()
	for archive, want := range map[string]string{
		"/w/i/a-1.0.zip": "a-1.0.zip", "/w/i/d/a b#1.zip": "d/a%20b%231.zip", "/w/x.zip": "../x.zip", "/w/i/é.zip": "%C3%A9.zip", "/w/i/a:b": "./a:b",
	} {
		got, err := IndexURL(filepath.FromSlash("/w/i/index.json"), filepath.FromSlash(archive))
		if err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", archive, got, err, want)
		}
	}
}
