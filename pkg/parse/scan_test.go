package parse

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// skillText is a SKILL.md that loads.
func skillText(name string) string {
	return "---\nname: " + name + "\ndescription: Does " + name + ". Use for tests.\n---\nBody.\n"
}

// plant writes files below a new directory and returns it. A value that starts
// with "-> " is the target of a symbolic link.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(strings.ReplaceAll(target, "$DIR", dir), full)
		} else {
			err = os.WriteFile(full, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// plantFS is the same in memory; links work there too.
func plantFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			fsys[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
			continue
		}
		fsys[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return fsys
}

// outline is a catalog in lines: loaded and shadowed skills, what was skipped,
// and remarks.
func outline(c *Catalog) []string {
	var lines []string
	for _, s := range c.Skills {
		line := s.Path + " " + s.Name
		if s.ShadowedBy != nil {
			line += " shadowed by " + s.ShadowedBy.Path
		}
		lines = append(lines, line)
	}
	for _, s := range c.Skipped {
		lines = append(lines, s.Path+" "+s.Rule)
	}
	for _, d := range c.Diagnostics {
		lines = append(lines, d.Path+" note "+d.Rule)
	}
	return lines
}

func scan(t *testing.T, o ScanOptions, roots ...Root) *Catalog {
	t.Helper()
	c, err := Scan(t.Context(), roots, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// scanCases hold on disk as well as in memory.
var scanCases = []struct {
	name    string
	files   map[string]string
	want    []string
	ignored int
}{
	{
		name: "sorted by path, loose files left alone",
		files: map[string]string{
			"b/SKILL.md": skillText("b"), "a/deep/er/SKILL.md": skillText("er"), "a-b/SKILL.md": skillText("a-b"),
			"a/README.md": "no skill", "README.md": "no skill",
		},
		want: []string{"a-b/SKILL.md a-b", "a/deep/er/SKILL.md er", "b/SKILL.md b"},
	},
	{
		name:  "nothing at all",
		files: map[string]string{"README.md": "no skill"},
	},
	{
		name: "first path wins a name",
		files: map[string]string{
			"x/start/SKILL.md": skillText("start"), "y/start/SKILL.md": skillText("start"), "z/start/SKILL.md": skillText("start"),
		},
		want: []string{
			"x/start/SKILL.md start",
			"y/start/SKILL.md start shadowed by x/start/SKILL.md",
			"z/start/SKILL.md start shadowed by x/start/SKILL.md",
		},
	},
	{
		name: "nested skills are reported",
		files: map[string]string{
			"video/SKILL.md":                       skillText("video"),
			"video/references/episode/SKILL.md":    skillText("video"),
			"video/references/episode/in/SKILL.md": skillText("in"),
			"video/references/skill.md":            "# A page\n",
		},
		want: []string{
			"video/SKILL.md video",
			"video/references/episode/SKILL.md nested-skill",
			"video/references/episode/in/SKILL.md nested-skill",
		},
	},
	{
		name: "a root that is a skill",
		files: map[string]string{
			"SKILL.md": skillText("top"), "references/old/SKILL.md": skillText("old"),
			"skills/a/SKILL.md": skillText("a"), "skills/a/in/SKILL.md": skillText("in"),
			".claude/skills/b/SKILL.md": skillText("b"), "pkg/.agents/skills/c/SKILL.md": skillText("c"),
			"pkg/skills/d/SKILL.md": skillText("d"),
		},
		want: []string{
			".claude/skills/b/SKILL.md b", "SKILL.md top", "pkg/.agents/skills/c/SKILL.md c", "skills/a/SKILL.md a",
			"pkg/skills/d/SKILL.md nested-skill", "references/old/SKILL.md nested-skill", "skills/a/in/SKILL.md nested-skill",
		},
	},
	{
		name: "other casings",
		files: map[string]string{
			"lower/skill.md": skillText("lower"), "both/SKILL.md": skillText("both"), "both/skill.md": skillText("wrong"),
			"page/skill.md": "# How to write a skill\n", "page/sub/SKILL.md": skillText("sub"),
			"two/Skill.md": skillText("two"), "two/skill.md": skillText("two-b"),
			"bom/skill.MD": "\ufeff" + skillText("bom"), "commands/skill.md": skillText("command"), "agents/SKILL.md": skillText("agents"),
		},
		want: []string{
			"agents/SKILL.md agents", "bom/skill.MD bom", "both/SKILL.md both", "lower/skill.md lower", "page/sub/SKILL.md sub", "two/Skill.md two",
		},
	},
	{
		name: "what does not load is skipped",
		files: map[string]string{
			"ok/SKILL.md": skillText("ok"), "none/SKILL.md": "# no frontmatter\n", "open/SKILL.md": "---\nname: x\n",
			"blank/SKILL.md": "---\nname: blank\n---\n", "dir/SKILL.md/x.txt": "a directory",
		},
		want: []string{
			"ok/SKILL.md ok", "blank/SKILL.md description-missing", "dir/SKILL.md skill-file-kind",
			"none/SKILL.md frontmatter-missing", "open/SKILL.md frontmatter-unclosed",
		},
	},
	{
		name: "directories nobody keeps skills in",
		files: map[string]string{
			".git/x/SKILL.md": skillText("x"), "node_modules/x/SKILL.md": skillText("x"), "a/.venv/x/SKILL.md": skillText("x"),
			"a/__pycache__/SKILL.md": skillText("x"), ".hidden/y/SKILL.md": skillText("y"),
		},
		want: []string{".hidden/y/SKILL.md y"},
	},
	{
		name: "ignore files",
		files: map[string]string{
			".gitignore": "build/\n/top\n*.tmp\n!keep.tmp\n", "build/x/SKILL.md": skillText("x"), "a/build/SKILL.md": skillText("x"),
			"top/SKILL.md": skillText("top"), "a/top/SKILL.md": skillText("top"),
			"u.tmp/SKILL.md": skillText("u"), "keep.tmp/SKILL.md": skillText("keep"),
			"sub/.gitignore": "only/\n", "sub/only/SKILL.md": skillText("only"), "only/SKILL.md": skillText("only"),
		},
		want:    []string{"a/top/SKILL.md top", "keep.tmp/SKILL.md keep", "only/SKILL.md only"},
		ignored: 5,
	},
	{
		name: "client directories are searched even when ignored",
		files: map[string]string{
			".gitignore": ".agents/\n.claude\n.pi/\n.github/skills/*\nskills/\n", ".agents/skills/a/SKILL.md": skillText("a"),
			".agents/other/x/SKILL.md": skillText("x"), ".claude/skills/b/SKILL.md": skillText("b"), ".claude/SKILL.md": skillText("no"),
			".pi/agent/skills/c/SKILL.md": skillText("c"), ".github/skills/d/SKILL.md": skillText("d"), "skills/e/SKILL.md": skillText("e"),
			"pkg/.claude/skills/f/SKILL.md": skillText("f"), "pkg/.claude/skills/.gitignore": "*\n",
		},
		want: []string{
			".agents/skills/a/SKILL.md a", ".claude/skills/b/SKILL.md b", ".github/skills/d/SKILL.md d",
			".pi/agent/skills/c/SKILL.md c", "pkg/.claude/skills/f/SKILL.md f",
		},
		ignored: 2,
	},
	{
		name: "a repository in the repository has its own rules",
		files: map[string]string{
			".gitignore": "x/\n", "mod/.git": "gitdir: elsewhere\n", "mod/x/SKILL.md": skillText("x"),
			"mod/.gitignore": "y/\n", "mod/y/SKILL.md": skillText("y"), "x/SKILL.md": skillText("x"),
		},
		want:    []string{"mod/x/SKILL.md x"},
		ignored: 2,
	},
	{
		name: "an ignored SKILL.md",
		files: map[string]string{
			".gitignore": "gen-*/SKILL.md\n", "gen-a/SKILL.md": skillText("gen-a"), "gen-a/in/SKILL.md": skillText("in"),
		},
		want:    []string{"gen-a/in/SKILL.md in"},
		ignored: 1,
	},
	{
		name: "links to directories",
		files: map[string]string{
			"skills/a/SKILL.md": skillText("a"), "skills/b/SKILL.md": skillText("b"),
			".claude/skills": "-> ../skills", ".agents/skills/b": "-> ../../skills/b", "self": "-> .", "skills/a/up": "-> ..",
			"vendor/pkg/node_modules/c/SKILL.md": skillText("c"), "skills/npm-c": "-> ../vendor/pkg/node_modules/c",
		},
		want: []string{"skills/a/SKILL.md a", "skills/b/SKILL.md b", "skills/npm-c/SKILL.md c"},
	},
	{
		name: "links that are SKILL.md",
		files: map[string]string{
			"commands/tc.md": skillText("tc"), ".gemini/skills/tc/SKILL.md": "-> ../../../commands/tc.md",
			".gemini/skills/gone/SKILL.md": "-> ../../../commands/gone.md", ".gemini/skills/round/SKILL.md": "-> SKILL.md",
			".gemini/skills/dir/SKILL.md": "-> ../../../commands", "LICENSE": "-> NONE", "skills/lost": "-> ../none",
		},
		want: []string{
			".gemini/skills/tc/SKILL.md tc",
			".gemini/skills/dir/SKILL.md skill-file-kind", ".gemini/skills/gone/SKILL.md link-dangling",
			".gemini/skills/round/SKILL.md link-dangling", "skills/lost link-dangling",
			"LICENSE note link-dangling",
		},
	},
	{
		name: "a nested skill that a link makes one of its own",
		files: map[string]string{
			"a/SKILL.md": skillText("a"), "a/in/b/SKILL.md": skillText("b"), ".claude/skills/b": "-> ../../a/in/b",
		},
		want: []string{".claude/skills/b/SKILL.md b", "a/SKILL.md a"},
	},
}

func TestScan(t *testing.T) {
	t.Parallel()
	for _, tc := range scanCases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := plant(t, tc.files)
			c := scan(t, ScanOptions{WorkDir: dir}, Root{Path: dir})
			if diff := cmp.Diff(tc.want, outline(c)); diff != "" {
				t.Errorf("on disk (-want +got):\n%s", diff)
			}
			if c.IgnoredDirs != tc.ignored {
				t.Errorf("on disk: %d ignored directories, want %d", c.IgnoredDirs, tc.ignored)
			}
			c = scan(t, ScanOptions{}, Root{FS: plantFS(tc.files)})
			if diff := cmp.Diff(tc.want, outline(c)); diff != "" {
				t.Errorf("in memory (-want +got):\n%s", diff)
			}
			if c.IgnoredDirs != tc.ignored {
				t.Errorf("in memory: %d ignored directories, want %d", c.IgnoredDirs, tc.ignored)
			}
		})
	}
}

func TestScanLinksOutside(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		"repo/.git/HEAD": "ref: x\n", "repo/shared/s/SKILL.md": skillText("s"),
		"repo/root/in-repo": "-> ../shared", "repo/root/out": "-> ../../away", "repo/root/home": "-> ../../user/skills/h",
		"repo/root/f/SKILL.md": "-> ../../../away/o/SKILL.md", "repo/root/other": "-> ../../second/o",
		"away/o/SKILL.md": skillText("o"), "user/skills/h/SKILL.md": skillText("h"), "second/o/SKILL.md": skillText("o2"),
	})
	c := scan(t, ScanOptions{WorkDir: dir, LinkTargets: []string{filepath.Join(dir, "user/skills")}},
		Root{Path: filepath.Join(dir, "repo/root")}, Root{Path: filepath.Join(dir, "second")})
	want := []string{
		"repo/root/home/SKILL.md h", "repo/root/in-repo/s/SKILL.md s", "repo/root/other/SKILL.md o2",
		"repo/root/f/SKILL.md link-outside", "repo/root/out link-outside",
	}
	if diff := cmp.Diff(want, outline(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestScanRoots(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		"one/x/SKILL.md": skillText("x"), "two/x/SKILL.md": skillText("x"), "two/x/in/SKILL.md": skillText("in"),
		"file": "no directory", "link": "-> one",
	})
	at := func(name string) Root { return Root{Source: name, Path: filepath.Join(dir, name)} }
	c := scan(t, ScanOptions{WorkDir: filepath.Join(dir, "one")},
		at("two"), at("one"), at("link"), at("gone"), at("file"), Root{Source: "bad", Err: fs.ErrPermission}, at("two/x/in"), Root{})
	want := []string{
		filepath.ToSlash(dir) + "/two/x/SKILL.md x",
		"x/SKILL.md x shadowed by " + filepath.ToSlash(dir) + "/two/x/SKILL.md",
		filepath.ToSlash(dir) + "/two/x/in/SKILL.md in",
	}
	if diff := cmp.Diff(want, outline(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var failed []string
	for _, r := range c.Roots {
		if r.Err != nil {
			failed = append(failed, r.Source)
		}
	}
	if diff := cmp.Diff([]string{"gone", "file", "bad", ""}, failed); diff != "" {
		t.Errorf("failed roots (-want +got):\n%s", diff)
	}
	if s := c.Skills[1]; s.Root != 1 || s.Dir != filepath.Join(dir, "one", "x") || s.DirName != "x" || s.FileName != "SKILL.md" {
		t.Errorf("skill stands at root %d, %q, %q, %q", s.Root, s.Dir, s.DirName, s.FileName)
	}
}

// A root that is a client's directory, or leads to one, is searched like the
// directory itself.
func TestScanClientRoot(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		".agents/skills/.gitignore": "*\n", ".agents/skills/a/SKILL.md": skillText("a"), ".agents/.gitignore": "*\n",
		".agents/b/SKILL.md": skillText("b"),
	})
	c := scan(t, ScanOptions{WorkDir: dir}, Root{Path: filepath.Join(dir, ".agents", "skills")}, Root{Path: filepath.Join(dir, ".agents")})
	if diff := cmp.Diff([]string{".agents/skills/a/SKILL.md a"}, outline(c)); diff != "" || c.IgnoredDirs != 1 {
		t.Errorf("%d ignored (-want +got):\n%s", c.IgnoredDirs, diff)
	}
}

func TestScanSaysWhereLinksLead(t *testing.T) {
	t.Parallel()
	dir := plant(t, map[string]string{
		"skills/a/SKILL.md": "-> ../../gone.md", "skills/b": "-> ../lost", "skills/c": "-> c", "skills/d": "-> $DIR/..", "x/e/SKILL.md/y": "",
	})
	var got []string
	for _, s := range scan(t, ScanOptions{WorkDir: dir}, Root{Path: dir}).Skipped {
		got = append(got, s.Path+": "+strings.ReplaceAll(s.Reason, filepath.Dir(dir), "$UP"))
	}
	want := []string{
		"skills/a/SKILL.md: dangling link to ../../gone.md",
		"skills/b: dangling link to ../lost",
		"skills/c: link to c, which leads back to it",
		"skills/d: link to $UP, outside of the roots and of the git repository around them",
		"x/e/SKILL.md: SKILL.md is a directory, not a file",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestScanLimits(t *testing.T) {
	t.Parallel()
	fsys := plantFS(map[string]string{
		"a/b/c/SKILL.md": skillText("c"), "a/b/SKILL.txt": "", "d/e/SKILL.md": skillText("e"), "z/SKILL.md": skillText("z"),
	})
	c := scan(t, ScanOptions{MaxDepth: 2}, Root{FS: fsys})
	want := []string{"d/e/SKILL.md e", "z/SKILL.md z", "a/b/c note scan-limit"}
	if diff := cmp.Diff(want, outline(c)); diff != "" {
		t.Errorf("depth (-want +got):\n%s", diff)
	}
	c = scan(t, ScanOptions{MaxDirs: 4}, Root{FS: fsys})
	want = []string{"a/b/c/SKILL.md c", "d note scan-limit"}
	if diff := cmp.Diff(want, outline(c)); diff != "" {
		t.Errorf("directories (-want +got):\n%s", diff)
	}
}

func TestScanCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Scan(ctx, []Root{{FS: plantFS(map[string]string{"a/SKILL.md": skillText("a")})}}, ScanOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
