package ignore

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, path string
		dir        bool
		want       bool
	}{
		{"*.log", "a/b.log", false, true},
		{"/a", "b/a", false, false},
		{"/a", "a", false, true},
		{"a/", "a", false, false},
		{"a/", "a", true, true},
		{"a/", "a/b", false, true},
		{"a/b", "x/a/b", false, false},
		{"**/b", "x/a/b", false, true},
		{"a/**", "a", true, false},
		{"a/**", "a/x", false, true},
		{"*\n!keep", "keep", false, false},
		{"d/\n!d/keep", "d/keep", false, true},
		{"d/*\n!d/keep", "d/keep", false, false},
		{"# x\n\\#y", "#y", false, true},
		{"a  \nb\\ ", "a", false, true},
		{"b\\ ", "b ", false, true},
		{"[a-c]x\r\n", "bx", false, true},
		{"[!a]x", "ax", false, false},
		{"[[:digit:]]", "7", false, true},
		{"\ufeffa", "a", false, true},
		{"", "a", false, false},
	} {
		got, _ := walk(Stack{}.Push(Parse([]byte(c.file), "")), c.path, c.dir)
		if got != c.want {
			t.Errorf("%q ignores %q: %v, want %v", c.file, c.path, got, c.want)
		}
	}
}

func TestStack(t *testing.T) {
	t.Parallel()
	top := Stack{}.Push(Parse([]byte("*.txt\nbuild/"), ""))
	deep := top.Push(Parse([]byte("!keep.txt\n/only"), "sub"))
	for path, want := range map[string]bool{
		"sub/keep.txt": false, "keep.txt": true, "sub/x.txt": true, "sub/only": true, "sub/a/only": false, "subonly": false, "sub/build/x": true,
	} {
		if got, rule := walk(deep, path, false); got != want {
			t.Errorf("%s ignored: %v by %q, want %v", path, got, rule, want)
		}
	}
	if ignored, _ := walk(top, "sub/only", false); ignored {
		t.Error("Push changed the stack it was called on")
	}
	if _, rule := walk(deep, "build/a", false); rule != "build/" {
		t.Errorf("rule %q", rule)
	}
}

// A pattern made to be slow is given up; without the limit this one would
// take longer than anyone waits.
func TestSlowPattern(t *testing.T) {
	t.Parallel()
	w := wild{mode: pathname}
	glob, text := strings.Repeat("**/a/", 40)+"b", strings.Repeat("a/", 200)+"c"
	if v := w.do(glob, text); v == match || w.steps < maxSteps || w.steps > 2*maxSteps {
		t.Errorf("verdict %d after %d steps", v, w.steps)
	}
}

// TestGit compares with git itself on random pattern sets.
func TestGit(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here to compare with: ", err)
	}
	sets := 60
	if os.Getenv("SKILLCTL_TEST_IGNORE_SETS") != "" {
		fmt.Sscan(os.Getenv("SKILLCTL_TEST_IGNORE_SETS"), &sets)
	}
	dir := t.TempDir()
	run(t, git, dir, nil, "init", "-q")
	paths := makePaths(t, dir)
	r := rand.New(rand.NewPCG(7, 11))
	for range sets {
		file, sub := randomFile(r), randomFile(r)
		write(t, filepath.Join(dir, ".gitignore"), file)
		write(t, filepath.Join(dir, "a", ".gitignore"), sub)
		want := gitIgnored(t, git, dir, paths)
		stack := Stack{}.Push(Parse([]byte(file), "")).Push(Parse([]byte(sub), "a"))
		for _, p := range paths {
			name, isDir := strings.CutSuffix(p, "/")
			if got, rule := walk(stack, name, isDir); got != want[name] {
				t.Errorf("patterns %q and in a: %q: %s ignored: %v by %q, git says %v", file, sub, p, got, rule, want[name])
			}
		}
	}
}

func makePaths(t *testing.T, dir string) []string {
	t.Helper()
	var paths []string
	for _, d := range []string{"", "a/", "b/", "a/b/", "ab/", "a/b/c/", "b/a/", "foo/", "foo/bar/", "a/foo/", "b/b/"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
		if d != "" {
			paths = append(paths, d)
		}
		for _, f := range []string{"x", "foo.txt", "bar.md", "b.log", "abc", "a b", "a-b", "#x", "!x", "[x]", `\`} {
			paths = append(paths, d+f)
		}
	}
	return paths
}

func randomFile(r *rand.Rand) string {
	atoms := []string{
		"a", "b", "c", "x", "foo", "bar", "foo.txt", "*", "**", "?", "/", "/", "*.md", "*.log", "[ab]", "[!a]", "[^b]", "[a-c]", "[a\\-b]",
		"[[:alpha:]]", "[]x]", "[x", "\\", "\\#", "#", "!", " ", "\\ ", "-", "**/", "/**", "***", "[[:bogus:]]", "[[:alpha]", "[a-]", "\\*", "\\[x\\]",
	}
	var b strings.Builder
	for range 1 + r.IntN(5) {
		if r.IntN(4) == 0 {
			b.WriteByte('!')
		}
		for range 1 + r.IntN(4) {
			b.WriteString(atoms[r.IntN(len(atoms))])
		}
		b.WriteString([]string{"\n", "\n", "/\n", "\r\n", "  \n"}[r.IntN(5)])
	}
	return b.String()
}

func gitIgnored(t *testing.T, git, dir string, paths []string) map[string]bool {
	t.Helper()
	var input strings.Builder
	for _, p := range paths { // git takes "a/" for something in a, "a" for what is on disk
		input.WriteString(strings.TrimSuffix(p, "/") + "\x00")
	}
	out := run(t, git, dir, []byte(input.String()), "check-ignore", "--no-index", "-z", "--stdin")
	ignored := make(map[string]bool)
	for p := range strings.SplitSeq(string(out), "\x00") {
		ignored[p] = true
	}
	return ignored
}

func run(t *testing.T, git, dir string, in []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), git, args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(in)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		err = nil // nothing is ignored
	}
	if err != nil {
		t.Fatalf("git %q: %v", args, err)
	}
	return out
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// walk is whether a walk from the top misses an entry: it is ignored, or a
// folder above it is.
func walk(s Stack, name string, isDir bool) (ignored bool, rule string) {
	for i := range len(name) {
		if name[i] == '/' {
			if ignored, rule = s.Match(name[:i], true); ignored {
				return true, rule
			}
		}
	}
	return s.Match(name, isDir)
}

func FuzzMatch(f *testing.F) {
	f.Add([]byte("a/**/b\n![x\n"), "a/x/b")
	f.Fuzz(func(t *testing.T, file []byte, path string) {
		s := Stack{}.Push(Parse(file, ""))
		ignored, rule := walk(s, path, false)
		if ignored && rule == "" {
			t.Error("ignored without a rule")
		}
		if below, _ := walk(s, path+"/x", false); path != "" && !below {
			if dir, _ := walk(s, path, true); dir {
				t.Error("an entry below an ignored folder came back")
			}
		}
	})
}
