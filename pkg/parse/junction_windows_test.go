package parse

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A junction to a directory of the same root is followed as a link is; inside
// of a skill it is reported.
func TestJunctions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"store/a", "skills"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	text := []byte("---\nname: a\ndescription: Does a. Use when testing.\n---\n# A\n")
	if err := os.WriteFile(filepath.Join(dir, "store", "a", "SKILL.md"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{`skills\a`: `store\a`, `store\a\up`: `skills`} {
		out, err := exec.CommandContext(t.Context(), "cmd", "/c", "mklink", "/J", filepath.Join(dir, link), filepath.Join(dir, target)).CombinedOutput()
		if info, e := os.Lstat(filepath.Join(dir, link)); err != nil || e != nil || info.Mode()&linkTypes == 0 {
			t.Skipf("no junctions here: %v %s", err, out)
		}
	}
	cat, err := Scan(t.Context(), []Root{{Source: dir, Path: dir}}, ScanOptions{WorkDir: dir})
	if err != nil || len(cat.Skills) != 1 {
		t.Fatalf("%d skills, %v", len(cat.Skills), err)
	}
	if at := cat.Locations(cat.Skills[0]); len(at) != 2 {
		t.Errorf("locations %v", at)
	}
	if _, found := cat.Skills[0].Resources(); len(found) != 1 {
		t.Errorf("diagnostics %v", found)
	}
}
