package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/pkg/parse"
)

func TestFetchedRootsBelongToNoRepositoryAround(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	store := filepath.Join(home, "cache")
	for _, dir := range []string{".git", "cache/key/skills/x", "cache/clone/.git", "cache/clone/x", "work/x"} {
		if err := os.MkdirAll(filepath.Join(home, filepath.FromSlash(dir)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	streams, _, _ := ui.Test("")
	c := &lintCmd{app: newApp(streams, home, func(name string) string {
		return map[string]string{"SKILLS_CACHE_DIR": store}[name]
	})}
	for root, want := range map[string]string{
		"cache/key":          "cache/key",
		"cache/key/skills/x": "cache/key/skills/x",
		"cache/clone/x":      "cache/clone",
		"work/x":             "",
	} {
		repo := c.repoOf(parse.Root{Path: filepath.Join(home, filepath.FromSlash(root))})
		if got := filepath.Join(home, filepath.FromSlash(want)); repo.Dir != got {
			t.Errorf("the repository of %s is %s, want %s", root, repo.Dir, got)
		}
	}
}
