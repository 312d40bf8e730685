package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLocations(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		"skills/g/a/SKILL.md": skillText("a"), ".claude/skills/a": "-> ../../skills/g/a", ".agents/skills": "-> ../skills",
	})
	c := scan(t, ScanOptions{}, Root{Path: dir})
	want := []Location{{Dir: "skills/g/a"}, {Dir: ".claude/skills/a"}, {Dir: ".agents/skills/g/a"}}
	if diff := cmp.Diff(want, c.Locations(c.Skills[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHiddenFromModel(t *testing.T) {
	t.Parallel()
	hide := func(name, value string) string {
		return "---\nname: " + name + "\ndescription: Does it.\ndisable-model-invocation: " + value + "\n---\n"
	}
	c := scan(t, ScanOptions{}, Root{FS: plantFS(map[string]string{
		"a/SKILL.md": skillText("a"), "b/SKILL.md": hide("b", "true"), "c/SKILL.md": hide("c", "'Yes'"),
		"d/SKILL.md": hide("d", "false"), "e/SKILL.md": hide("e", "[true]"), "f/SKILL.md": skillText("a"),
	})})
	var listed []string
	for _, s := range c.Loaded() {
		if !s.HiddenFromModel() {
			listed = append(listed, s.Path)
		}
	}
	if diff := cmp.Diff([]string{"a/SKILL.md", "d/SKILL.md", "e/SKILL.md"}, listed); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
