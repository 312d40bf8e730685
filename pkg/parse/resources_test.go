package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

func TestResources(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{
		"SKILL.md":            {Data: []byte("---\ndescription: d\n---\n")},
		".ready":              {Data: []byte("{}")},
		"README.MD":           {Data: []byte("x")},
		"a-b.txt":             {Data: []byte("xy")},
		"a/b.md":              {Data: []byte("x")},
		"a/SKILL.md":          {Data: []byte("x")},
		"a/.ready":            {Data: []byte("x")},
		".hidden.md":          {Data: []byte("x")},
		".x/y.md":             {Data: []byte("x")},
		".git/config.md":      {Data: []byte("x")},
		"scripts/run":         {Data: []byte("#!/bin/sh\n"), Mode: 0o755},
		"scripts/data.json":   {Data: []byte("{}"), Mode: 0o755},
		"scripts/plain":       {Data: []byte("x")},
		"bin/tool":            {Data: []byte("#!/bin/sh\n")},
		"run.PY":              {Data: []byte("x")},
		"assets/template.tex": {Data: []byte("x")},
		"logo.png":            {Data: []byte("x")},
		"LICENSE":             {Data: []byte("licence")},
	}
	s := parse.Load(fsys, "SKILL.md", parse.Options{Path: "s/SKILL.md", FS: fsys})
	resources, diagnostics := s.Resources()
	var got []string
	for _, r := range resources {
		got = append(got, fmt.Sprintf("%s %s %d %t", r.Kind, r.Path, r.Bytes, r.Executable))
	}
	want := []string{
		"doc .hidden.md 1 false",
		"doc .x/y.md 1 false",
		"other LICENSE 7 false",
		"doc README.MD 1 false",
		"doc a-b.txt 2 false",
		"other a/.ready 1 false",
		"doc a/SKILL.md 1 false",
		"doc a/b.md 1 false",
		"asset assets/template.tex 1 false",
		"script bin/tool 10 false",
		"asset logo.png 1 false",
		"script run.PY 1 false",
		"script scripts/data.json 2 true",
		"other scripts/plain 1 false",
		"script scripts/run 10 true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("resources (-want +got):\n%s", diff)
	}
	if len(diagnostics) > 0 {
		t.Errorf("diagnostics %v", diagnostics)
	}
	var docs []string
	for _, r := range s.Docs() {
		docs = append(docs, r.Path)
	}
	if diff := cmp.Diff([]string{"README.MD", "a-b.txt", "a/b.md"}, docs); diff != "" {
		t.Errorf("docs (-want +got):\n%s", diff)
	}
}

func TestResourceLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, target := range map[string]string{
		"inside.md":   "sub/real.md",
		"twice.md":    "inside.md",
		"through.md":  "link/real.md",
		"link":        "sub",
		"outside.md":  "../../etc/passwd",
		"absolute.md": "/etc/passwd",
		"dangling.md": "nothing.md",
		"self.md":     "self.md",
		"sub/up.md":   "../sub/real.md",
	} {
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "sub", "real.md"), []byte("real"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := parse.Parse([]byte("---\ndescription: d\n---\n"), parse.Options{Path: "s/SKILL.md", FS: os.DirFS(dir)})
	resources, diagnostics := s.Resources()
	sizes := map[string]int64{}
	for _, r := range resources {
		sizes[r.Path] = r.Bytes
	}
	want := map[string]int64{
		"inside.md": 4, "twice.md": 4, "through.md": 4, "link": 0, "sub/up.md": 4, "sub/real.md": 4,
		"outside.md": 0, "absolute.md": 0, "dangling.md": 0, "self.md": 0,
	}
	if diff := cmp.Diff(want, sizes); diff != "" {
		t.Errorf("sizes (-want +got):\n%s", diff)
	}
	var got []string
	for _, d := range diagnostics {
		got = append(got, d.String())
	}
	if diff := cmp.Diff([]string{
		`s/absolute.md: link to "/etc/passwd" leaves the skill`,
		`s/dangling.md: link to "nothing.md" leads nowhere`,
		`s/outside.md: link to "../../etc/passwd" leaves the skill`,
		`s/self.md: link to "self.md" leads nowhere`,
	}, got); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{
		"big/SKILL.md":  {Data: make([]byte, parse.MaxFileBytes+1)},
		"good/SKILL.md": {Data: []byte("---\ndescription: d\n---\nbody")},
	}
	for name, want := range map[string]string{
		"good/SKILL.md": "",
		"big/SKILL.md":  parse.RuleTooLarge,
		"none/SKILL.md": parse.RuleUnreadable,
		"good":          parse.RuleUnreadable,
	} {
		s := parse.Load(fsys, name, parse.Options{Path: name, DirName: "dir"})
		if got := skipRule(s); got != want {
			t.Errorf("%s skipped for %q, want %q", name, got, want)
		}
		if s.Name != "dir" {
			t.Errorf("%s is called %q", name, s.Name)
		}
	}
}

func skipRule(s *parse.Skill) string {
	if s.Skip == nil {
		return ""
	}
	return s.Skip.Rule
}
