package cache

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/safefs"
)

// hostileCase is one archive of the labeled collection.
type hostileCase struct {
	File     string   `json:"file"`
	Expected string   `json:"expected"`
	AlsoOK   string   `json:"also_ok"`
	Why      string   `json:"why"`
	Present  []string `json:"present"`
	Absent   []string `json:"absent"`
	Canary   []string `json:"canary"`
}

// TestHostileArchives fetches every archive of the collection in
// SKILLCTL_TESTDATA from a file and from a server: the verdict is right,
// nothing is left of what is refused, nothing lands outside.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKILLCTL_TESTDATA")
	if data == "" {
		t.Skip("SKILLCTL_TESTDATA names no folder with the collection")
	}
	dir := filepath.Join(data, "hostile-archives")
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.open.json"))
	if err != nil {
		t.Skip("no collection of hostile archives: ", err)
	}
	var cases []hostileCase
	if err := json.Unmarshal(manifest, &cases); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	for _, c := range cases {
		t.Run(filepath.Base(c.File), func(t *testing.T) {
			t.Parallel()
			c.fetch(t, filepath.Join(dir, filepath.FromSlash(c.File)))
			c.fetch(t, server.URL+"/"+c.File)
		})
	}
}

func (c hostileCase) fetch(t *testing.T, text string) {
	t.Helper()
	s, _ := newStore(t, nil)
	e, err := s.Get(t.Context(), source(t, text), GetOptions{})
	verdict := "accept"
	if err != nil {
		verdict = "reject"
		if left := leftovers(t, s); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	}
	if verdict != c.Expected && verdict != c.AlsoOK {
		t.Errorf("%s: %s, want %s (%s): %v", text, verdict, c.Expected, c.Why, err)
	}
	for _, name := range c.Canary {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if err == nil {
		c.checkTree(t, e)
	}
}

// checkTree looks for what must not be in any entry.
func (c hostileCase) checkTree(t *testing.T, e *Entry) {
	t.Helper()
	names := listTree(t, e.Path)
	for _, choice := range c.Present { // "with a folder|without"
		if !slices.ContainsFunc(strings.Split(choice, "|"), func(name string) bool { return slices.Contains(names, name) }) {
			t.Errorf("%s is missing from %q", choice, names)
		}
	}
	for _, name := range c.Absent {
		if slices.Contains(names, name) {
			t.Errorf("%s is there", name)
		}
	}
	bad := fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	if safefs.ExecBits { // else a disk keeps no modes
		bad |= 0o022
	}
	err := filepath.WalkDir(e.Path, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && (!d.IsDir() && !info.Mode().IsRegular() || info.Mode()&bad != 0) {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
