package parse

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Every SKILL.md of the real skills is loaded, shadowed or skipped with a
// reason.
func TestScanCorpus(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKILLCTL_TESTDATA")
	if data == "" {
		t.Skip("SKILLCTL_TESTDATA is not set: it names a folder with real skills in corpus/")
	}
	corpus := filepath.Join(data, "corpus")
	known := map[string]string{}
	c := scan(t, ScanOptions{WorkDir: corpus}, Root{Path: corpus})
	loaded, shadowed, reasons := 0, 0, map[string]int{}
	for _, s := range c.Skills {
		known[s.Path] = "listed"
		if s.ShadowedBy != nil {
			shadowed++
		} else {
			loaded++
		}
	}
	for _, s := range c.Skipped {
		if s.Reason == "" || s.Rule == "" {
			t.Errorf("%s is skipped without a reason", s.Path)
		}
		known[s.Path] = "skipped"
		reasons[s.Rule]++
		t.Logf("skipped: %s:%d:%d: %s", s.Path, s.Pos.Line, s.Pos.Column, s.Reason)
	}
	found := 0
	err := filepath.WalkDir(corpus, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != skillFileName {
			return err
		}
		found++
		rel, err := filepath.Rel(corpus, name)
		if known[filepath.ToSlash(rel)] == "" {
			t.Errorf("%s is neither listed nor skipped", rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d SKILL.md: %d loaded, %d shadowed, %d skipped, %d ignored directories", found, loaded, shadowed, len(c.Skipped), c.IgnoredDirs)
	for _, rule := range slices.Sorted(maps.Keys(reasons)) {
		t.Logf("%4d %s", reasons[rule], rule)
	}
	for _, d := range c.Diagnostics {
		t.Log(d.String())
	}
}
