package pack

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

func paths(files []File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Path)
	}
	return out
}

func TestExclusions(t *testing.T) {
	t.Parallel()
	dir := skillDir(t, map[string]string{
		".git/config": "x", "__pycache__/a.pyc": "x", ".DS_Store": "x", "._x": "x", "a~": "x", "b.swp": "x", ".idea/x": "x",
		".venv/x": "x", "env/pyvenv.cfg": "x", "node_modules/x/y": "x", ".env": "x", ".env.local": "x", ".env.example": "x",
		"sub/.ready": "x", "scripts/m.pyc": "x", "demo.tar.gz": "x", "demo-1.0.zip": "x", "demo-1.0.zip.sig": "x", "demonstration.zip": "x", ".sample.zip": "x", "demo.tgz": "x", "out.bin": "x",
		".skillignore": "*.log\n!keep.log\n!brought-back.tmp\n/drafts/\n", ".gitignore": "*.tmp\nSKILL.md\n",
		"x.log": "x", "keep.log": "x", "y.tmp": "x", "brought-back.tmp": "x", "drafts/z": "x", "sub/drafts/z": "x",
		"sub/.gitignore": "only-here\n", "sub/only-here": "x", "only-here": "x",
	})
	p, err := Build(t.Context(), load(dir), Options{Output: "out.bin"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := []string{
		".env.example", ".gitignore", ".sample.zip", ".skillignore", "SKILL.md", "brought-back.tmp", "demonstration.zip", "keep.log", "only-here", "sub/.gitignore", "sub/drafts/z",
	}
	if d := cmp.Diff(want, paths(p.Files)); d != "" {
		t.Error(d)
	}
	reasons := map[string]string{}
	for _, x := range p.Excluded {
		reasons[x.Path] = strings.TrimSpace(string(x.Reason) + " " + x.Rule)
	}
	if d := cmp.Diff(map[string]string{
		".git/": "vcs", "__pycache__/": "cache", ".DS_Store": "os-junk", "._x": "os-junk", "a~": "editor", "b.swp": "editor",
		".idea/": "editor", ".venv/": "venv", "env/": "venv", "node_modules/": "dependencies", ".env": "env-file", ".env.local": "env-file",
		"sub/.ready": "reserved", "scripts/m.pyc": "cache", "demo.tar.gz": "output", "demo.tgz": "output", "demo-1.0.zip": "output", "demo-1.0.zip.sig": "output", "out.bin": "output",
		"x.log": "skillignore *.log", "y.tmp": "gitignore *.tmp", "drafts/": "skillignore /drafts/", "sub/only-here": "gitignore only-here",
	}, reasons); d != "" {
		t.Error(d)
	}
}

func TestExecutable(t *testing.T) {
	t.Parallel()
	dir := skillDir(t, map[string]string{"scripts/sh": "#!/bin/sh\n", "scripts/bit": "x", "docs/sh": "#!/bin/sh\n", "docs/text": "x"})
	p, err := Build(t.Context(), load(dir), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got := map[string]string{}
	for _, f := range p.Files {
		got[f.Path] = f.Mode.String()
	}
	want := map[string]string{"SKILL.md": "0644", "docs/sh": "0644", "docs/text": "0644", "scripts/bit": "0755", "scripts/sh": "0755"}
	if runtime.GOOS == "windows" {
		want["scripts/bit"], want["docs/sh"] = "0644", "0755" // no execute bit there: the first bytes tell
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		link string
		ok   bool
	}{
		"inside":            {"docs/a.md", true},
		"absolute":          {outside, false},
		"dot-dot":           {"../../outside", false},
		"nothing":           {"nope", false},
		"folder":            {"docs", false},
		"excluded":          {".env", false},
		"out and in again":  {"../demo/docs/a.md", false},
		"self":              {"docs/link.md", false},
		"through a link":    {"docs/b.md", true},
		"a link that leads": {"docs/c.md", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"docs/a.md": "text", "docs/b.md": "-> a.md", "link.md": "-> " + c.link, ".env": "TOKEN=x"}
			switch name {
			case "self":
				files["docs/link.md"] = "-> ../link.md"
			case "a link that leads":
				files["docs/c.md"] = "-> " + outside
			}
			p, err := Build(t.Context(), load(skillDir(t, files)), Options{})
			var e *Error
			if !c.ok {
				if !errors.As(err, &e) || e.Rule != RuleLink {
					t.Fatalf("%v, want a refusal", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if f := p.Files[len(p.Files)-1]; f.LinkTarget != c.link || f.Bytes != 4 {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	token := "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1z2" + "A4b6" //nolint:gosec // made up
	dir := skillDir(t, map[string]string{"notes.md": "# x\n\ntoken: " + token + "\n", "long.txt": strings.Repeat("line\n", keepBytes/5+1) + token + "\n"})
	_, err := Build(t.Context(), load(dir), Options{})
	var e *Error
	if !errors.As(err, &e) || e.Rule != RuleSecret {
		t.Fatalf("%v, want a refusal", err)
	}
	if !strings.Contains(e.Detail, "notes.md:3:") || !strings.Contains(e.Detail, "long.txt:838862:") || strings.Contains(e.Detail, token) {
		t.Errorf("detail %q", e.Detail)
	}
	p, err := Build(t.Context(), load(dir), Options{AllowSecrets: true})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
}

func TestUnpackable(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"windows-name": {"docs/con.txt": "x"},
		"character":    {"ab:c": "x"},
		"twins":        {"a.md": "x", "A.md": "x"},
		"too-deep":     {strings.Repeat("d/", 32) + "x": "x"},
		RuleSkillName:  {"SKILL.md": "---\nname: ../x\ndescription: d\n---\n"},
		RuleNoSkill:    {"SKILL.md": "---\nname: x\n---\n"},
	} {
		if runtime.GOOS == "windows" && !strings.HasPrefix(files["SKILL.md"], "-") && name != "too-deep" {
			continue // it has no such files
		}
		_, err := Build(t.Context(), load(skillDir(t, files)), Options{})
		var e *Error
		if !errors.As(err, &e) || e.Rule != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVersionInFileName(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{"": "demo.zip", "1.0.0-rc.1+x": "demo-1.0.0-rc.1+x.zip", "../1": "", "a/b": "", "1:2": ""} {
		skill := &parse.Skill{Name: "demo"}
		if version != "" {
			skill.Metadata = []parse.Entry{{Key: "version", Value: &parse.Value{Kind: parse.Scalar, Text: version}}}
		}
		got, err := FileName(skill, Options{Format: Zip})
		if got != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, ErrRefused) {
			t.Errorf("%q: %q, %v, want %q", version, got, err, want)
		}
	}
}

func TestContentDigest(t *testing.T) {
	t.Parallel()
	dir := skillDir(t, fixture)
	want, files, err := ContentDigest(t.Context(), os.DirFS(dir))
	if err != nil || len(files) != 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	same := func(what string, equal bool) {
		t.Helper()
		got, _, err := ContentDigest(t.Context(), os.DirFS(dir))
		if err != nil || (got == want) != equal {
			t.Errorf("%s: %s, %v", what, got, err)
		}
	}
	writeAt(t, dir, ".git/x", "x")
	same("an excluded file", true)
	if err := os.Chmod(filepath.Join(dir, "SKILL.md"), 0o755); err != nil { //nolint:gosec // the bit is what is tested
		t.Fatal(err)
	}
	same("an execute bit", true)
	writeAt(t, dir, "scripts/tool", "echo tooL\n")
	same("one byte", false)
	writeAt(t, dir, "scripts/tool", "echo tool\n")
	same("the byte back", true)
	if err := os.Rename(filepath.Join(dir, "scripts/tool"), filepath.Join(dir, "scripts/tool2")); err != nil {
		t.Fatal(err)
	}
	same("a name", false)
}
