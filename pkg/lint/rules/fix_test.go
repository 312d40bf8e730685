package rules_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/linttest"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

// fixed repairs a SKILL.md with the whole table, for every profile.
func fixed(t *testing.T, src []byte) []byte {
	t.Helper()
	tree := &linttest.Tree{FS: fstest.MapFS{"notes/SKILL.md": &fstest.MapFile{Data: src, Mode: 0o644}}}
	result, err := lint.Run(t.Context(), tree.Input(t), lint.Options{Rules: rules.All(), Profiles: lint.Profiles(), Fix: lint.FixAll, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range result.Changes {
		if c.Path == "notes/SKILL.md" {
			return c.New
		}
	}
	return src
}

func read(src []byte) *parse.Skill {
	return parse.Parse(src, parse.Options{Path: "notes/SKILL.md", DirName: "notes", FileName: "SKILL.md"})
}

// visible is a body without line ends and blanks that do not show.
func visible(body string) string {
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body)
	lines := strings.Split(body, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// FuzzFix checks what --fix promises for any file: a second run changes
// nothing, and name, description and body are read as before.
func FuzzFix(f *testing.F) {
	for _, r := range rules.All() {
		for _, text := range []string{r.Bad, r.Good} {
			tree, err := linttest.ParseTree(text)
			if err != nil {
				f.Fatal(err)
			}
			for name, file := range tree.FS {
				if strings.HasSuffix(name, "/SKILL.md") && len(file.Data) < 20_000 {
					f.Add(file.Data)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		once := fixed(t, src)
		if twice := fixed(t, once); !bytes.Equal(once, twice) {
			t.Fatalf("a second run changes the file again\n%q\n%q\n%q", src, once, twice)
		}
		before, after := read(src), read(once)
		if before.Name != after.Name || before.Description != after.Description {
			t.Fatalf("name and description were %q, %q and are %q, %q\n%q\n%q",
				before.Name, before.Description, after.Name, after.Description, src, once)
		}
		if visible(before.Body()) != visible(after.Body()) {
			t.Fatalf("the body changed\n%q\n%q", src, once)
		}
		if before.Skip == nil && after.Skip != nil {
			t.Fatalf("the repaired skill does not load: %s\n%q\n%q", after.Skip, src, once)
		}
	})
}
