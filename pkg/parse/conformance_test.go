package parse_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// testdata is the folder of shared test data, or skips the test.
func testdata(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("SKILLCTL_TESTDATA")
	if dir == "" {
		t.Skip("SKILLCTL_TESTDATA is not set: no shared test data")
	}
	return dir
}

func TestConformance(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join(testdata(t), "conformance", "frontmatter.json"))
	if err != nil {
		t.Fatal(err)
	}
	var suite struct {
		Cases []struct {
			ID, Dir, Load, Name, Description string
			Files                            map[string][]byte
		}
	}
	if err := json.Unmarshal(data, &suite); err != nil {
		t.Fatal(err)
	}
	if len(suite.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range suite.Cases {
		for file, src := range c.Files {
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				s := parse.Parse(src, parse.Options{Path: c.Dir + "/" + file, DirName: c.Dir, FileName: file})
				if s.Skip != nil {
					if c.Load != "skipped" {
						t.Fatalf("skipped: %s", s.Skip)
					}
					return
				}
				if c.Load != "loaded" {
					t.Fatalf("loaded as %q, want %s", s.Name, c.Load)
				}
				if s.Name != c.Name || s.Description != c.Description {
					t.Errorf("name %q description %q, want %q %q", s.Name, s.Description, c.Name, c.Description)
				}
			})
		}
	}
}
