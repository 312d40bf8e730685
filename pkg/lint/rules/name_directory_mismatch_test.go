package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

// TestRepositoryRoot has a skill that is the root given: only when it is a
// whole repository its directory may be named by whoever cloned it.
func TestRepositoryRoot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		git      bool
		profile  lint.Profile
		severity []string
	}{
		{"folder", false, lint.Core, []string{"warning"}},
		{"repository", true, lint.Core, nil},
		{"repository by the specification", true, lint.Spec, []string{"error"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "clone")
			if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
				t.Fatal(err)
			}
			if !c.git {
				if err := os.Remove(filepath.Join(dir, ".git")); err != nil {
					t.Fatal(err)
				}
			}
			text := "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when asked.\n---\n\n# Forms\n"
			if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.severity, mismatches(t, dir, c.profile)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// mismatches are the severities of name-directory-mismatch for a root on disk.
func mismatches(t *testing.T, dir string, profile lint.Profile) []string {
	t.Helper()
	root := parse.Root{Kind: "dir", Path: dir, FS: os.DirFS(dir)}
	catalog, err := parse.Scan(t.Context(), []parse.Root{root}, parse.ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := lint.Run(t.Context(), lint.InputOf(catalog), lint.Options{
		Rules: rules.All(), Profiles: []lint.Profile{profile}, Repos: []lint.Repo{{FS: root.FS, Dir: dir}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, i := range result.Issues {
		if i.Rule == "name-directory-mismatch" {
			found = append(found, i.Severity.String())
		}
	}
	return found
}
