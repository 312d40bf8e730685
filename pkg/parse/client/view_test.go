package client_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
)

func text(name, description string, more ...string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n" + strings.Join(more, "\n") + "\n---\nBody.\n"
}

func catalog(t *testing.T, files map[string]string) *parse.Catalog {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, content := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(content), Mode: 0o644}
	}
	c, err := parse.Scan(t.Context(), []parse.Root{{FS: fsys}}, parse.ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// outline is a view in lines: path, + or -, and why.
func outline(views []client.Visibility, base string) []string {
	var lines []string
	for _, v := range views {
		mark := " -"
		if v.Visible {
			mark = " +"
		}
		lines = append(lines, strings.TrimSpace(strings.ReplaceAll(filepath.ToSlash(v.Skill.Path)+mark+" "+v.Why, base, "")))
	}
	return lines
}

func check(t *testing.T, id string, cat *parse.Catalog, home string, want []string) {
	t.Helper()
	c, ok := client.Lookup(id)
	if !ok {
		t.Fatalf("no client %s", id)
	}
	if diff := cmp.Diff(want, outline(c.View(cat, home), "")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", id, diff)
	}
}

func TestViewFolder(t *testing.T) {
	t.Parallel()
	cat := catalog(t, map[string]string{
		"a/SKILL.md": text("a", "Does a."), "group/b/SKILL.md": text("b", "Does b."), "l/skill.md": text("l", "Does l."),
	})
	check(t, "claude-code", cat, "", []string{
		"a/SKILL.md +",
		"group/b/SKILL.md - scan depth: 2 levels below the folder of skills, Claude Code reads 1",
		"l/skill.md - refused: the file is called skill.md, Claude Code finds SKILL.md only",
	})
	check(t, "adk", cat, "", []string{"a/SKILL.md +", "group/b/SKILL.md +", "l/skill.md +"})
	check(t, "tulip", cat, "", []string{
		"a/SKILL.md +",
		"group/b/SKILL.md - scan depth: 2 levels below the root, Tulip reads 1",
		"l/skill.md - refused: the file is called skill.md, Tulip finds SKILL.md only",
	})
	check(t, "claude-code", catalog(t, map[string]string{
		"skills/a/SKILL.md": text("a", "Does a."), "plugins/p/skills/b/SKILL.md": text("b", "Does b."),
		"skills/g/c/SKILL.md": text("c", "Does c."),
	}), "", []string{
		"plugins/p/skills/b/SKILL.md +", "skills/a/SKILL.md +",
		"skills/g/c/SKILL.md - scan depth: 2 levels below the folder of skills, Claude Code reads 1",
	})
}

func TestViewProject(t *testing.T) {
	t.Parallel()
	cat := catalog(t, map[string]string{
		".claude/skills/a/SKILL.md": text("a", "Does a."), ".claude/skills/g/b/SKILL.md": text("b", "Does b."),
		".agents/skills/c/SKILL.md": text("c", "Does c."), ".agents/skills/.x/h/SKILL.md": text("h", "Does h."),
		"skills/d/SKILL.md": text("d", "Does d."), "pkg/.claude/skills/e/SKILL.md": text("e", "Does e."),
	})
	check(t, "claude-code", cat, "", []string{
		".agents/skills/.x/h/SKILL.md - below .agents/skills, in which Claude Code does not look",
		".agents/skills/c/SKILL.md - below .agents/skills, in which Claude Code does not look",
		".claude/skills/a/SKILL.md +",
		".claude/skills/g/b/SKILL.md - scan depth: 2 levels below .claude/skills, Claude Code reads 1",
		"pkg/.claude/skills/e/SKILL.md +",
		"skills/d/SKILL.md - outside of .claude/skills, where Claude Code looks",
	})
	check(t, "codex", cat, "", []string{
		".agents/skills/.x/h/SKILL.md - below the hidden directory .x, which Codex skips",
		".agents/skills/c/SKILL.md +",
		".claude/skills/a/SKILL.md - below .claude/skills, in which Codex does not look",
		".claude/skills/g/b/SKILL.md - below .claude/skills, in which Codex does not look",
		"pkg/.claude/skills/e/SKILL.md - below .claude/skills, in which Codex does not look",
		"skills/d/SKILL.md - outside of .agents/skills, where Codex looks",
	})
	check(t, "openclaw", cat, "", []string{
		".agents/skills/.x/h/SKILL.md +", ".agents/skills/c/SKILL.md +",
		".claude/skills/a/SKILL.md - below .claude/skills, in which OpenClaw does not look",
		".claude/skills/g/b/SKILL.md - below .claude/skills, in which OpenClaw does not look",
		"pkg/.claude/skills/e/SKILL.md - below .claude/skills, in which OpenClaw does not look",
		"skills/d/SKILL.md +",
	})
}

// A client's directory deeper down does not make a project of the root.
func TestViewExamplesInside(t *testing.T) {
	t.Parallel()
	check(t, "claude-code", catalog(t, map[string]string{
		"skills/a/SKILL.md": text("a", "Does a."), "examples/x/.claude/skills/b/SKILL.md": text("b", "Does b."),
		"examples/x/.agents/skills/c/SKILL.md": text("c", "Does c."),
	}), "", []string{
		"examples/x/.agents/skills/c/SKILL.md - below .agents/skills, in which Claude Code does not look",
		"examples/x/.claude/skills/b/SKILL.md +",
		"skills/a/SKILL.md +",
	})
}

func TestViewPrecedence(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{
		"home/.claude/skills/x/SKILL.md": text("x", "The user's."), "home/.agents/skills/y/SKILL.md": text("y", "The user's."),
		"repo/.claude/skills/x/SKILL.md": text("x", "The project's."), "repo/.agents/skills/y/SKILL.md": text("y", "The project's."),
		"repo/.gemini/skills/y/SKILL.md": text("y", "Gemini's."),
	}
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	home := filepath.Join(dir, "home")
	cat, err := parse.Scan(t.Context(), []parse.Root{
		{Path: filepath.Join(dir, "repo")}, {Path: filepath.Join(home, ".claude", "skills")}, {Path: filepath.Join(home, ".agents", "skills")},
	}, parse.ScanOptions{WorkDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	check(t, "claude-code", cat, home, []string{
		"repo/.agents/skills/y/SKILL.md - below .agents/skills, in which Claude Code does not look",
		"repo/.claude/skills/x/SKILL.md - shadowed by home/.claude/skills/x/SKILL.md: Claude Code prefers ~/.claude/skills to .claude/skills",
		"repo/.gemini/skills/y/SKILL.md - below .gemini/skills, in which Claude Code does not look",
		"home/.claude/skills/x/SKILL.md +",
		"home/.agents/skills/y/SKILL.md - below .agents/skills, in which Claude Code does not look",
	})
	check(t, "gemini", cat, home, []string{
		"repo/.agents/skills/y/SKILL.md +",
		"repo/.claude/skills/x/SKILL.md - below .claude/skills, in which Gemini CLI does not look",
		"repo/.gemini/skills/y/SKILL.md - shadowed by repo/.agents/skills/y/SKILL.md: Gemini CLI prefers .agents/skills to .gemini/skills",
		"home/.claude/skills/x/SKILL.md - below .claude/skills, in which Gemini CLI does not look",
		"home/.agents/skills/y/SKILL.md - shadowed by repo/.agents/skills/y/SKILL.md: Gemini CLI prefers .agents/skills to ~/.agents/skills",
	})
	check(t, "codex", cat, home, []string{
		"repo/.agents/skills/y/SKILL.md +",
		"repo/.claude/skills/x/SKILL.md - below .claude/skills, in which Codex does not look",
		"repo/.gemini/skills/y/SKILL.md - below .gemini/skills, in which Codex does not look",
		"home/.claude/skills/x/SKILL.md - below .claude/skills, in which Codex does not look",
		"home/.agents/skills/y/SKILL.md +",
	})
}

func TestViewTwinsInOnePlace(t *testing.T) {
	t.Parallel()
	cat := catalog(t, map[string]string{"a/x/SKILL.md": text("x", "One."), "b/x/SKILL.md": text("x", "Two.")})
	check(t, "goose", cat, "", []string{"a/x/SKILL.md +", "b/x/SKILL.md - shadowed by a/x/SKILL.md"})
	check(t, "opencode", cat, "", []string{"a/x/SKILL.md - shadowed by b/x/SKILL.md: OpenCode takes the last one of a name", "b/x/SKILL.md +"})
	check(t, "codex", cat, "", []string{"a/x/SKILL.md +", "b/x/SKILL.md +"})
}

func TestViewThroughLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "lib", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lib", "x", "SKILL.md"), []byte(text("x", "Does x.")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".claude", "skills"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("..", "..", "lib", "x"), filepath.Join(dir, ".claude", "skills", "x")); err != nil {
		t.Fatal(err)
	}
	cat, err := parse.Scan(t.Context(), []parse.Root{{Path: dir}}, parse.ScanOptions{WorkDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	check(t, "claude-code", cat, "", []string{"lib/x/SKILL.md +"})
	check(t, "codex", cat, "", []string{"lib/x/SKILL.md - outside of .agents/skills, where Codex looks"})
}

func TestViewRefusals(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 1100)
	cases := []struct {
		name, content string
		want          map[string]string // client to what the view says
	}{
		{
			"colon", "---\nname: colon\ndescription: Use when: testing\n---\nBody.\n",
			map[string]string{
				"claude-code": "+ Claude Code reads no frontmatter here",
				"codex":       "- refused frontmatter: ", "gemini": "+", "openclaw": "+", "tulip": "- refused frontmatter: ",
			},
		},
		{
			"bom", "\ufeff" + text("bom", "Does it."),
			map[string]string{"claude-code": "+", "codex": "- refused frontmatter: ", "ms-agent-framework": "+", "trpc": "+ tRPC-Agent reads no frontmatter here"},
		},
		{
			"end", "---\nname: end\ndescription: Does it.\n---",
			map[string]string{"codex": "+", "tulip": "- refused frontmatter: "},
		},
		{
			"noname", "---\ndescription: Does it.\n---\nBody.\n",
			map[string]string{"claude-code": "+", "codex": "+", "gemini": "- refused frontmatter: no name", "goose": "- refused frontmatter: no name"},
		},
		{
			"Upper_Case", text("Upper_Case", "Does it."),
			map[string]string{"codex": "+", "adk": "- refused frontmatter: name is not made of", "ms-agent-framework": "- refused frontmatter: name is not made of"},
		},
		{
			"a_b", text("a_b", "Does it."),
			map[string]string{"adk": "- refused frontmatter: name is not made of"},
		},
		{
			"a--b", text("a--b", "Does it."),
			map[string]string{"adk": "- refused frontmatter: name is not made of"},
		},
		{
			"a-", text("a-", "Does it."),
			map[string]string{"adk": "- refused frontmatter: name is not made of"},
		},
		{
			"hundred", text(strings.Repeat("a", 100), "Does it."),
			map[string]string{"toolhive": "- refused frontmatter: name has 100 characters of at most 64"},
		},
		{
			"az-09", text("az-09", "Does it."),
			map[string]string{"adk": "+", "ms-agent-framework": "+", "toolhive": "+"},
		},
		{
			"mismatch", text("other", "Does it."),
			map[string]string{"codex": "+", "adk": "- refused frontmatter: name is not the directory's, mismatch", "toolhive": "- refused frontmatter: name is not"},
		},
		{
			"x", text("x", "Does it."),
			map[string]string{"adk": "+", "toolhive": "- refused frontmatter: name has 1 characters of at least 2"},
		},
		{
			"long", text("long", long),
			map[string]string{
				"claude-code": "+", "gemini": "+", "codex": "- refused frontmatter: description has 1,100 characters of at most 1,024",
				"deepagents": "+ description cut: 1,100 characters, the first 1,024 are listed",
				"toolhive":   "- refused frontmatter: description has 2,200 bytes of at most 1,024",
			},
		},
		{
			"bytes", text("bytes", strings.Repeat("é", 600)),
			map[string]string{"codex": "+", "toolhive": "- refused frontmatter: description has 1,200 bytes"},
		},
		{
			"whentouse", text("whentouse", long, "when_to_use: "+long),
			map[string]string{"claude-code": "+ description cut: 2,200 characters, the first 1,536 are listed"},
		},
		{
			"hidden", text("hidden", "Does it.", "disable-model-invocation: true"),
			map[string]string{"claude-code": "- hidden from the model", "gemini": "+", "claude-api": "- refused frontmatter: Claude API and claude.ai takes no key disable-model-invocation"},
		},
		{
			"claude-x", text("claude-x", "Does it."),
			map[string]string{"claude-code": "+", "claude-api": "- refused frontmatter: name contains the reserved word claude"},
		},
		{
			"tags", text("tags", "Does <it>."),
			map[string]string{"codex": "+", "claude-api": "- refused frontmatter: name or description contains < or >"},
		},
	}
	for _, tc := range cases {
		cat := catalog(t, map[string]string{tc.name + "/SKILL.md": tc.content})
		for id, want := range tc.want {
			c, _ := client.Lookup(id)
			views := outline(c.View(cat, ""), "")
			if len(views) != 1 || !strings.HasPrefix(views[0], tc.name+"/SKILL.md "+want) || strings.HasSuffix(want, "+") && !strings.HasSuffix(views[0], want) {
				t.Errorf("%s for %s: got %q, want %q", tc.name, id, views, want)
			}
		}
	}
}

func TestViewListingBudget(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		files[name+"/SKILL.md"] = text(name, strings.Repeat("w ", 500)+"end")
	}
	c, _ := client.Lookup("codex")
	full := 0
	for _, v := range c.View(catalog(t, files), "") {
		if !v.Visible {
			t.Errorf("%s is not visible: %s", v.Skill.Path, v.Why)
		}
		if strings.HasPrefix(v.Why, "listing budget: ") {
			full++
		}
	}
	if full != 1 {
		t.Errorf("the list is full for %d skills, want 1 of 8: 8 times 1,004 characters of 8,000", full)
	}
}
