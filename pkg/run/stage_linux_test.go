package run_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

func TestWorkspace(t *testing.T) {
	t.Parallel()
	s := skill(t, map[string]string{"scripts/a.sh*": "#!/bin/sh\necho ran\n", "data/b.txt": "b", ".git/config": "x", ".hidden": "h"})
	line := `pwd; find . -printf '%P %m %l\n' | sort; echo; env | sort; stat -c %a "$WORKSPACE_DIR"; scripts/a.sh`
	o := options(t, sandbox.Auto, line)
	o.Environment.Caller = []string{"SECRET_TOKEN=s", "HOME=/home/me"}
	r := carryOut(t, s, o, run.Finish{})
	root, _, _ := strings.Cut(r.Stdout, "/skills/demo\n")
	text := strings.ReplaceAll(r.Stdout, root, "WS")
	for _, want := range []string{
		"WS/skills/demo\n", "\n.hidden 444 \n", "\nSKILL.md 444 \n", "\nscripts/a.sh 555 \n", "\nscripts 555 \n",
		"\nout 777 ../../out\n", "\nwork 777 ../../work\n", "\ninputs 777 ../../work/inputs\n",
		"\nHOME=WS/home\n", "\nTMPDIR=WS/tmp\n", "\nWORKSPACE_DIR=WS\n", "\nSKILLS_DIR=WS/skills\n", "\nWORK_DIR=WS/work\n",
		"\nOUTPUT_DIR=WS/out\n", "\nRUN_DIR=WS/runs/run_", "\nSKILL_NAME=demo\n", "\nLANG=C.UTF-8\n", "\nTZ=UTC\n", "\nTERM=dumb\n",
		"\nPATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n", "\n700\nran\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
	for _, not := range []string{"SECRET_TOKEN", "/home/me", ".git"} {
		if strings.Contains(text, not) {
			t.Errorf("holds %q", not)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestOwnDirectoriesSurvive(t *testing.T) {
	t.Parallel()
	s := skill(t, map[string]string{
		"out/mine.txt": "mine", "work/mine.txt": "mine", ".venv/bin/tool*": "#!/bin/sh\necho venv\n", "bin/tool*": "#!/bin/sh\necho bin\n", "bin/other*": "#!/bin/sh\necho other\n",
	})
	if err := os.Symlink("/usr/bin/env", filepath.Join(s.Dir, ".venv/bin/python")); err != nil {
		t.Fatal(err)
	}
	r := carryOut(t, load(t, s.Dir), options(t, sandbox.Auto, `cat out/mine.txt work/mine.txt; tool; other; readlink inputs; .venv/bin/python echo env; echo x > "$OUTPUT_DIR/x"`), run.Finish{})
	if r.Stdout != "minemine"+"venv\nother\n../../work/inputs\nenv\n" {
		t.Errorf("stdout %q, stderr %q", r.Stdout, r.Stderr)
	}
	if !has(r.Warnings, "brings its own out") || !has(r.Warnings, "brings its own work") || len(r.OutputFiles) != 1 {
		t.Errorf("warnings %q, files %v", r.Warnings, names(r))
	}
}

func TestSkillIsReadOnly(t *testing.T) {
	t.Parallel()
	s := skill(t, map[string]string{"data.txt": "d"})
	line := `echo x >> data.txt; echo x > new; chmod +w data.txt . && echo x >> data.txt; rm -f data.txt; cat data.txt`
	for _, level := range []sandbox.Level{sandbox.Partial, sandbox.Strict} {
		r := carryOut(t, s, options(t, level, line), run.Finish{})
		// Landlock does not keep a file's owner from changing its mode; that is told.
		changed := has(r.Warnings, "changed its own files")
		if !strings.HasSuffix(r.Stdout, "d") || changed != (level == sandbox.Partial) {
			t.Errorf("%s: %q, %q", level, r.Stdout, r.Warnings)
		}
	}
	r := carryOut(t, s, options(t, sandbox.None, `chmod u+w . data.txt; echo x >> data.txt`), run.Finish{})
	if !has(r.Warnings, "changed its own files") {
		t.Errorf("none: warnings %q", r.Warnings)
	}
	o := options(t, sandbox.Auto, `echo x >> data.txt && cat data.txt`)
	o.Writable = true
	if r := carryOut(t, s, o, run.Finish{}); r.Stdout != "dx\n" || !has(r.Warnings, "changed its own files") {
		t.Errorf("writable: %q, %q", r.Stdout, r.Warnings)
	}
	if b, _ := os.ReadFile(filepath.Join(s.Dir, "data.txt")); string(b) != "d" {
		t.Errorf("the source holds %q", b)
	}
}

func TestRefusedSkills(t *testing.T) {
	t.Parallel()
	outside := tempDir(t)
	put(t, outside, map[string]string{"secret": "s"})
	for _, tt := range []struct {
		name string
		make func(dir string) error
		want string
	}{
		{"absolute link", func(d string) error { return os.Symlink(filepath.Join(outside, "secret"), filepath.Join(d, "l")) }, "l: link leads out"},
		{"relative link", func(d string) error { return os.Symlink("../../../x", filepath.Join(d, "l")) }, "l: link leads out"},
		{"link through a link", func(d string) error {
			return errors.Join(os.Symlink(".", filepath.Join(d, "a")), os.Symlink("a/../../x", filepath.Join(d, "b")))
		}, "b: link leads out"},
		{"link to a directory", func(d string) error { return os.Symlink(outside, filepath.Join(d, "l")) }, "l: link leads out"},
		{"fifo", func(d string) error { return unix.Mkfifo(filepath.Join(d, "f"), 0o600) }, "f: is a special file"},
		{"socket", func(d string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(d, "s"), Net: "unix"})
			if err == nil {
				l.SetUnlinkOnClose(false)
				err = l.Close()
			}
			return err
		}, "s: is a special file"},
		{"sparse", func(d string) error { return truncated(filepath.Join(d, "huge"), 1<<40) }, "huge: more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := skill(t, nil)
			if err := tt.make(s.Dir); err != nil {
				t.Fatal(err)
			}
			o := options(t, sandbox.Auto, "true")
			_, err := run.NewPlan(s, o)
			var e *run.Error
			if !errors.As(err, &e) || e.Kind != run.Refused || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
			if left, _ := os.ReadDir(o.WorkspaceRoot); len(left) > 0 {
				t.Errorf("planning left %v", left)
			}
		})
	}
}

func truncated(path string, size int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Close())
}

func TestLinksInsideStay(t *testing.T) {
	t.Parallel()
	s := skill(t, map[string]string{"a/real.txt": "real"})
	for link, target := range map[string]string{
		"l": "a/real.txt", "a/up": "../a/real.txt", "abs": filepath.Join(s.Dir, "a/real.txt"), "dir": "a", "gone": "nothing", "loop": "loop",
	} {
		if err := os.Symlink(target, filepath.Join(s.Dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	r := carryOut(t, load(t, s.Dir), options(t, sandbox.Auto, `cat l a/up abs dir/real.txt; readlink abs gone loop`), run.Finish{})
	if r.Stdout != "realrealrealreala/real.txt\nnothing\nloop\n" {
		t.Errorf("stdout %q, stderr %q", r.Stdout, r.Stderr)
	}
}

func TestInterpreterOfAScriptWithoutTheBit(t *testing.T) {
	t.Parallel()
	s := skill(t, map[string]string{"scripts/a.sh": "echo sh $1", "scripts/b": "#!/usr/bin/env bash\necho bang $1", "scripts/c.sh*": "#!/bin/sh\necho bit $1", "scripts/d.txt": "x"})
	for _, tt := range []struct{ script, want string }{
		{"scripts/a.sh", "sh it's\n"}, {"./scripts/b", "bang it's\n"}, {"scripts/c.sh", "bit it's\n"}, {"scripts/d.txt", ""},
	} {
		o := options(t, sandbox.Auto, "")
		o.Command = run.Command{Words: []string{tt.script, "it's"}}
		if r := carryOut(t, s, o, run.Finish{}); r.Stdout != tt.want {
			t.Errorf("%s: %q, %q, command %s", tt.script, r.Stdout, r.Stderr, r.Command)
		}
	}
}

func TestInputs(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	put(t, dir, map[string]string{"a.txt": "a", "d/x.txt": "x", "d/sub/y*": "y"})
	o := options(t, sandbox.Auto, `cd inputs; find . -type f -printf '%P %m\n' | sort; cat a.txt renamed; echo more >> a.txt; echo ok`)
	o.Inputs = []run.InputFile{
		{Source: "a.txt", Path: filepath.Join(dir, "a.txt")},
		{Source: "a.txt", Path: filepath.Join(dir, "a.txt"), Dest: "inputs/renamed"},
		{Source: "d", Path: filepath.Join(dir, "d"), Dest: "work/inputs/tree"},
	}
	o.Outputs = []string{"work/inputs/**"}
	r := carryOut(t, skill(t, nil), o, run.Finish{})
	want := "a.txt 644\nrenamed 644\ntree/sub/y 755\ntree/x.txt 644\naaok\n"
	if r.Stdout != want || len(r.OutputFiles) != 1 || r.OutputFiles[0].Name != "work/inputs/a.txt" {
		t.Errorf("stdout %q, stderr %q, files %v", r.Stdout, r.Stderr, names(r))
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "a.txt")); string(b) != "a" {
		t.Errorf("the source holds %q", b)
	}
	o.Inputs = []run.InputFile{{Source: "gone", Path: filepath.Join(dir, "gone")}}
	if _, err := run.NewPlan(skill(t, nil), o); err == nil {
		t.Error("a missing input was accepted")
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	o := options(t, sandbox.Auto, `echo x > out/a; exit 4`)
	r := carryOut(t, skill(t, nil), o, run.Finish{Keep: true})
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(r.Workspace, "skills/demo"), 0o700) })
	path := filepath.Join(r.Workspace, "metadata.json")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m run.Metadata
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	if m.Version != 1 || m.Skills["demo"].RelPath != "skills/demo" || m.Skills["demo"].Digest == "" || len(m.Runs) != 1 {
		t.Fatalf("%s", data)
	}
	if one := m.Runs[0]; one.ExitCode == nil || *one.ExitCode != 4 || len(one.Outputs) != 1 || one.Skill != "demo" {
		t.Errorf("%s", data)
	}
	if left, _ := filepath.Glob(filepath.Join(r.Workspace, ".metadata*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestRestaging runs one session over a skill that changes, and over a copy
// that was tampered with.
func TestRestaging(t *testing.T) {
	t.Parallel()
	store := run.NewStore(tempDir(t))
	s := skill(t, map[string]string{"data.txt": "one"})
	root := tempDir(t)
	do := func(level sandbox.Level, line string, change ...func(o *run.Options)) *run.Result {
		t.Helper()
		o := options(t, level, line)
		session, release, err := store.Open(t.Context(), "s", root, o.Now)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = release() }()
		o.Session = session
		for _, c := range change {
			c(&o)
		}
		r := carryOut(t, load(t, s.Dir), o, run.Finish{})
		if err := store.Save(session); err != nil {
			t.Fatal(err)
		}
		return r
	}
	inode := `stat -c %i data.txt; cat data.txt`
	first, second := do(sandbox.Auto, inode), do(sandbox.Auto, inode)
	if first.Stdout != second.Stdout {
		t.Errorf("an unchanged skill was copied again: %q, %q", first.Stdout, second.Stdout)
	}
	do(sandbox.None, `chmod -R u+w .; echo bad > data.txt; rm out; echo junk > "$WORKSPACE_DIR/metadata.json"`)
	if r := do(sandbox.Auto, `cat data.txt; readlink out`); r.Stdout != "one../../out\n" {
		t.Errorf("tampered copy: %q, %q", r.Stdout, r.Stderr)
	}
	put(t, s.Dir, map[string]string{"data.txt": "two"})
	if r := do(sandbox.Auto, `cat data.txt`); r.Stdout != "two" {
		t.Errorf("changed source: %q, %q, exit %d, warnings %q", r.Stdout, r.Stderr, r.ExitCode, r.Warnings)
	}
	if err := os.Chmod(filepath.Join(s.Dir, "data.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	if r := do(sandbox.Auto, `stat -c %a data.txt`); r.Stdout != "555\n" {
		t.Errorf("changed mode: %q", r.Stdout)
	}
	writable := func(o *run.Options) { o.Writable = true }
	do(sandbox.Auto, `echo edited > data.txt`, writable)
	if r := do(sandbox.Auto, `cat data.txt`, writable); r.Stdout != "edited\n" {
		t.Errorf("edits of a writable copy: %q", r.Stdout)
	}
	if _, err := store.End(t.Context(), "s"); err != nil {
		t.Error(err)
	}
}

func TestRemovalOfAnything(t *testing.T) {
	t.Parallel()
	o := options(t, sandbox.Auto, `mkdir -p out/a/b work/c; for i in $(seq 500); do : > out/a/b/$i; done; chmod 000 out/a/b out/a work/c; ln -s / work/root; mkfifo work/f`)
	carryOut(t, skill(t, nil), o, run.Finish{}) // checks that nothing is left
}

// forkAll makes processes until it gets no more, or has 1000, and says how many.
const forkAll = `python3 -c '
import os, time
n = 0
try:
    while n < 1000:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        n += 1
except OSError:
    pass
print(n)'`

func TestLimitsBind(t *testing.T) {
	t.Parallel()
	needPython(t)
	s := skill(t, nil)
	o := options(t, sandbox.Strict, `ulimit -c; ulimit -n; (ulimit -n 100000) 2>/dev/null || echo fixed; bash -c 'exec truncate -s 2G out/big' 2>/dev/null; echo $?; rm out/big; python3 -c 'x = bytearray(1 << 30)' 2>/dev/null || echo memory`)
	o.Limits.Memory = 256 << 20
	var files unix.Rlimit // a run takes limits away and gives none
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("0\n%d\nfixed\n153\nmemory\n", min(sandbox.DefaultOpenFiles, files.Max))
	if r := carryOut(t, s, o, run.Finish{}); r.Stdout != want {
		t.Errorf("stdout %q, want %q, stderr %q", r.Stdout, want, r.Stderr)
	}
	o = options(t, sandbox.Auto, forkAll)
	o.Limits.Processes = 400
	r := carryOut(t, s, o, run.Finish{})
	var n int
	if has(r.Sandbox.NotEnforced, sandbox.GapProcesses) {
		t.Log("no limit on processes here, which the run tells")
	} else if _, err := fmt.Sscan(r.Stdout, &n); err != nil || n > 400 {
		t.Errorf("%q: %d processes with a limit of 400, %s", r.Stdout, n, r.Stderr)
	}
}

// Root is bound by process ids alone, of which a namespace has 400 at least: a
// lower number is refused, or told.
func TestFewProcesses(t *testing.T) {
	t.Parallel()
	needPython(t)
	s := skill(t, nil)
	o := options(t, sandbox.Strict, forkAll)
	o.Limits.Processes = 8
	r, err := tryOut(t.Context(), t, s, o, run.Finish{})
	var refused *run.Error
	isRoot := os.Geteuid() == 0
	var n int
	if r != nil {
		// Of the 8, bash and Python are one or two.
		if _, err := fmt.Sscan(r.Stdout, &n); err != nil || n < 5 || n > 8 {
			t.Errorf("%q: %d processes with a limit of 8, %s", r.Stdout, n, r.Stderr)
		}
	}
	if isRoot != (errors.As(err, &refused) && refused.Kind == run.Refused) || !isRoot && err != nil {
		t.Errorf("by name: %v", err)
	}
	o.Level = sandbox.Auto
	if r := carryOut(t, s, o, run.Finish{}); r.Sandbox.Level == sandbox.Strict && has(r.Sandbox.NotEnforced, sandbox.GapProcesses) != isRoot {
		t.Errorf("auto: %q", r.Sandbox.NotEnforced)
	}
}

// needPython skips a test whose commands are written in Python.
func needPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3")
	}
}
