package parse

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// growTree makes a file system of bytes: each three are a depth with a kind,
// and where the entry stands.
func growTree(seed []byte) fstest.MapFS {
	segments := []string{"a", "b", "skills", ".agents", ".claude", "node_modules", ".git", "SKILL.md", "skill.md", ".gitignore", "x y", "技能", "build"}
	contents := []string{
		skillText("one"), skillText("two"), "---\nname: x\n", "# page\n", "", "build/\n*.md\n", "skills\n!b\n", "\xff\xfe", ".agents\n.claude/skills/*\n",
	}
	targets := []string{".", "..", "../..", "a", "../skills", "../../a", "/a", "../../../../..", "SKILL.md", "none"}
	fsys := fstest.MapFS{}
	for ; len(seed) >= 4; seed = seed[4:] {
		var parts []string
		at := int(seed[1])<<8 | int(seed[2])
		for range 1 + seed[0]%4 {
			parts = append(parts, segments[at%len(segments)])
			at /= len(segments)
		}
		name := path.Join(parts...)
		if seed[0]&0x80 != 0 {
			fsys[name] = &fstest.MapFile{Data: []byte(targets[int(seed[3])%len(targets)]), Mode: fs.ModeSymlink | 0o777}
			continue
		}
		fsys[name] = &fstest.MapFile{Data: []byte(contents[int(seed[3])%len(contents)]), Mode: 0o644}
	}
	return fsys
}

// FuzzScan holds for every tree: the scan ends, its result is sorted and does
// not depend on scheduling, and one real directory counts once.
func FuzzScan(f *testing.F) {
	f.Add([]byte("\x01\x00\x07\x00\x01\x00\x07\x01"))
	f.Add([]byte("\x82\x00\x02\x04\x03\x01\x02\x00\x80\x00\x00\x00"))
	f.Add([]byte("\x00\x00\x09\x05\x01\x00\x5b\x00\x82\x10\x20\x02"))
	f.Fuzz(func(t *testing.T, seed []byte) {
		fsys := growTree(seed[:min(len(seed), 200)])
		c := scan(t, ScanOptions{Jobs: 1}, Root{FS: fsys}, Root{FS: fsys})
		again := scan(t, ScanOptions{Jobs: 4}, Root{FS: fsys}, Root{FS: fsys})
		if diff := cmp.Diff(outline(c), outline(again)); diff != "" {
			t.Fatalf("two scans differ:\n%s", diff)
		}
		sorted := slices.IsSortedFunc(c.Skills, func(a, b *Skill) int {
			if a.Root != b.Root {
				return a.Root - b.Root
			}
			return strings.Compare(a.Path, b.Path)
		})
		if !sorted {
			t.Fatalf("not sorted: %q", outline(c))
		}
		tree := newFSTree(fsys)
		counted := map[place]string{}
		for _, s := range c.Skills {
			real, _, err := tree.resolve(path.Dir(s.Path))
			if err != nil {
				t.Fatalf("%s: %v", s.Path, err)
			}
			at := place{s.Root, real}
			if counted[at] != "" {
				t.Fatalf("%s and %s are one directory", counted[at], s.Path)
			}
			counted[at] = s.Path
		}
	})
}
