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
func skill(tb testing.TB, files map[string]string) *parse.Skill {
	tb.Helper()
	dir := filepath.Join(tempDir(tb), "demo")
	put(tb, dir, map[string]string{"SKILL.md": "---\nname: demo\ndescription: Does something. Use when testing.\n---\n# Demo\n"})
	put(tb, dir, files)
	return load(tb, dir)
}

func put(tb testing.TB, dir string, files map[string]string) {
	tb.Helper()
	for name, content := range files {
		mode := os.FileMode(0o644)
		if plain, ok := strings.CutSuffix(name, "*"); ok {
			name, mode = plain, 0o755
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			tb.Fatal(err)
		}
	}
}

func load(tb testing.TB, dir string) *parse.Skill {
	tb.Helper()
	cat, err := parse.Scan(tb.Context(), []parse.Root{{Source: dir, Kind: "dir", Path: dir}}, parse.ScanOptions{WorkDir: dir})
	if err != nil {
		tb.Fatal(err)
	}
	if len(cat.Skills) == 0 {
		tb.Fatalf("no skill in %s: %+v", dir, cat.Skipped)
	}
	return cat.Skills[0]
}

// tempDir is a temporary directory whose path holds no links.
func tempDir(tb testing.TB) string {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

func bash(tb testing.TB) string {
	tb.Helper()
	for _, path := range []string{"/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	tb.Skip("needs bash")
	return ""
}

// options are those of a shell line at a level.
func options(tb testing.TB, level sandbox.Level, line string) run.Options {
	tb.Helper()
	return run.Options{
		Command: run.Command{Line: line}, WorkspaceRoot: tempDir(tb), Bash: bash(tb), Limits: run.DefaultLimits(),
		Level: level, Network: sandbox.NetworkOff, Now: time.Now(),
	}
}

// carryOut plans and runs, and checks that nothing is left in the root.
func carryOut(tb testing.TB, s *parse.Skill, o run.Options, f run.Finish) *run.Result {
	tb.Helper()
	r, err := tryOut(tb.Context(), tb, s, o, f)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func tryOut(ctx context.Context, tb testing.TB, s *parse.Skill, o run.Options, f run.Finish) (*run.Result, error) {
	tb.Helper()
	p, err := run.NewPlan(s, o)
	if err != nil {
		return nil, err
	}
	r, err := p.Run(ctx, run.Local{}, run.Streams{}, f)
	if errors.Is(err, sandbox.ErrUnavailable) {
		tb.Skip(err)
	}
	if o.Session == nil && !f.Keep {
		if left, e := os.ReadDir(o.WorkspaceRoot); e != nil || len(left) > 0 {
			tb.Errorf("left in the workspace root: %v, %v", left, e)
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
