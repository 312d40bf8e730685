package client_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

func TestTable(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range client.All() {
		if c.ID == "" || c.Title == "" || c.Source == "" || len(c.FileNames) == 0 || seen[c.ID] {
			t.Errorf("%+v: id twice, or id, title, source or file names missing", c)
		}
		seen[c.ID] = true
		for _, key := range c.Keys {
			if slices.Contains(client.SpecKeys(), key) {
				t.Errorf("%s: %s is a key of the specification", c.ID, key)
			}
		}
		for _, key := range append(slices.Clone(c.Requires), c.Lacks...) {
			if !slices.Contains(client.SpecKeys(), key) {
				t.Errorf("%s: %s is no key of the specification", c.ID, key)
			}
		}
		for _, rule := range slices.Concat(c.Refuses, c.Blanks) {
			if parse.DefaultSeverity(rule) == 0 {
				t.Errorf("%s: the parser makes no diagnostic %s", c.ID, rule)
			}
		}
	}
	for _, id := range []string{
		"claude-code", "claude-api", "codex", "vscode", "copilot", "cursor", "gemini", "opencode", "goose", "openclaw",
		"amp", "windsurf", "kiro", "roo", "pi", "deepagents", "adk", "ms-agent-framework", "trpc", "tulip", "toolhive",
	} {
		if !seen[id] {
			t.Errorf("%s is missing", id)
		}
	}
}

// The scan searches the directories of clients even when they are ignored; its
// list must be that of the table.
func TestClientDirs(t *testing.T) {
	t.Parallel()
	var places []string
	for _, c := range client.All() {
		for _, p := range c.Places {
			if p.Dir != "skills" && !slices.Contains(places, p.Dir) {
				places = append(places, p.Dir)
			}
		}
	}
	dirs := parse.ClientDirs()
	slices.Sort(places)
	slices.Sort(dirs)
	if !slices.Equal(places, dirs) {
		t.Errorf("places of clients:\n%q\ndirectories of the scan:\n%q", places, dirs)
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"codex": "codex", "github-copilot": "copilot", "gemini-cli": "gemini", "nobody": "", "": "",
	} {
		if c, ok := client.Lookup(id); c.ID != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v", id, c.ID, ok)
		}
	}
	if ids := client.IDs(); len(ids) != len(client.All()) || ids[0] != "claude-code" {
		t.Errorf("ids: %q", ids)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		id, key        string
		knows, defines bool
	}{
		{"claude-code", "name", true, false},
		{"claude-code", "when_to_use", true, true},
		{"claude-code", "when-to-use", true, true},
		{"claude-code", "whenToUse", true, true},
		{"claude-code", "version", false, false},
		{"vscode", "allowed-tools", false, false},
		{"vscode", "argument_hint", false, false},
		{"toolhive", "version", true, true},
		{"tulip", "min-tool-calls", true, true},
		{"codex", "min-tool-calls", false, false},
		{"tulip", "license", true, false},
	} {
		c, ok := client.Lookup(tc.id)
		if !ok || c.Knows(tc.key) != tc.knows || c.Defines(tc.key) != tc.defines {
			t.Errorf("%s, %s: knows %v, defines %v", tc.id, tc.key, c.Knows(tc.key), c.Defines(tc.key))
		}
	}
}

func TestDirs(t *testing.T) {
	t.Parallel()
	want := filepath.Join("home", ".config", "goose", "skills")
	if dirs := client.UserDirs("home"); !slices.Contains(dirs, want) || slices.Contains(dirs, filepath.Join("home", ".github", "skills")) {
		t.Errorf("user directories: %q", dirs)
	}
}
