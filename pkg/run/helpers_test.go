package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// skill makes a skill of files, "path" or "path*" for an executable one, and
// reads it.
func skill(t testing.TB, files map[string]string) *parse.Skill {
	t.Helper()
	dir := filepath.Join(tempDir(t), "demo")
	put(t, dir, map[string]string{"SKILL.md": "---\nname: demo\ndescription: Does something. Use when testing.\n---\n# Demo\n"})
	put(t, dir, files)
	return load(t, dir)
}

func put(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		mode := os.FileMode(0o644)
		if plain, ok := strings.CutSuffix(name, "*"); ok {
			name, mode = plain, 0o755
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
}

func load(t testing.TB, dir string) *parse.Skill {
	t.Helper()
	cat, err := parse.Scan(t.Context(), []parse.Root{{Source: dir, Kind: "dir", Path: dir}}, parse.ScanOptions{WorkDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(cat.Skills) == 0 {
		t.Fatalf("no skill in %s: %+v", dir, cat.Skipped)
	}
	return cat.Skills[0]
}

// tempDir is a temporary directory whose path holds no links.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func bash(t testing.TB) string {
	t.Helper()
	for _, path := range []string{"/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skip("needs bash")
	return ""
}

// options are those of a shell line at a level.
func options(t testing.TB, level sandbox.Level, line string) run.Options {
	t.Helper()
	return run.Options{
		Command: run.Command{Line: line}, WorkspaceRoot: tempDir(t), Bash: bash(t), Limits: run.DefaultLimits(),
		Level: level, Network: sandbox.NetworkOff, Now: time.Now(),
	}
}

// carryOut plans and runs, and checks that nothing is left in the root.
func carryOut(t testing.TB, s *parse.Skill, o run.Options, f run.Finish) *run.Result {
	t.Helper()
	r, err := tryOut(t.Context(), t, s, o, f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tryOut(ctx context.Context, t testing.TB, s *parse.Skill, o run.Options, f run.Finish) (*run.Result, error) {
	t.Helper()
	p, err := run.NewPlan(s, o)
	if err != nil {
		return nil, err
	}
	r, err := p.Run(ctx, run.Local{}, run.Streams{}, f)
	if errors.Is(err, sandbox.ErrUnavailable) {
		t.Skip(err)
	}
	if o.Session == nil && !f.Keep {
		if left, e := os.ReadDir(o.WorkspaceRoot); e != nil || len(left) > 0 {
			t.Errorf("left in the workspace root: %v, %v", left, e)
		}
	}
	return r, err
}

// names are the collected files.
func names(r *run.Result) []string {
	list := []string{}
	for _, f := range r.OutputFiles {
		list = append(list, f.Name)
	}
	return list
}

// has reports whether any of the texts holds part.
func has(texts []string, part string) bool {
	for _, s := range texts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
