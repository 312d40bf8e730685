package parse_test

import (
	"sync"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/pkg/parse"
)

// TestScanVisit keeps summaries in the catalog, with everything that the scan
// itself has to know of a skill.
func TestScanVisit(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		"a/SKILL.md": file("---\nname: a\ndescription: d\n---\nbody\n"),
		"b/SKILL.md": file("---\nname: a\ndescription: d\n---\nbody\n"),
		"c/SKILL.md": file("no frontmatter\n"),
	}
	var mu sync.Mutex
	bodies := map[string]string{}
	catalog, err := parse.Scan(t.Context(), []parse.Root{{FS: fsys}}, parse.ScanOptions{Visit: func(s *parse.Skill) *parse.Skill {
		mu.Lock()
		defer mu.Unlock()
		bodies[s.Path] = s.Body()
		return s.Summary()
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(bodies) != 3 || bodies["a/SKILL.md"] != "body\n" {
		t.Errorf("visited %q", bodies)
	}
	if len(catalog.Skills) != 2 || len(catalog.Skipped) != 1 {
		t.Fatalf("%d skills, %d skipped", len(catalog.Skills), len(catalog.Skipped))
	}
	second := catalog.Skills[1]
	if second.ShadowedBy != catalog.Skills[0] || second.Source != nil || second.Description != "d" || second.Body() != "" {
		t.Errorf("kept %+v", second)
	}
	if s := catalog.Skipped[0]; s.Rule != parse.RuleMissing {
		t.Errorf("skipped for %s", s.Rule)
	}
}
