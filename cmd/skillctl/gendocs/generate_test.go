package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocsAreFresh compares the documents in the repository with those that
// the program makes now.
func TestDocsAreFresh(t *testing.T) {
	t.Parallel()
	pages, err := allPages()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, p := range pages {
		known[p.path] = true
		have, err := os.ReadFile(filepath.Join("../../../docs", filepath.FromSlash(p.path)))
		if err != nil {
			t.Errorf("%v: run go run ./cmd/skillctl/gendocs docs", err)
			continue
		}
		if diff := cmp.Diff(string(have), p.content); diff != "" {
			t.Errorf("docs/%s is old, run go run ./cmd/skillctl/gendocs docs:\n%s", p.path, diff)
		}
	}
	for _, folder := range folders() {
		entries, err := os.ReadDir(filepath.Join("../../../docs", folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !known[folder+"/"+e.Name()] {
				t.Errorf("docs/%s/%s belongs to no command or rule", folder, e.Name())
			}
		}
	}
}
