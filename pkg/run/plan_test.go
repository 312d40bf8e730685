package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func layout() Layout {
	return newLayout("/ws", "demo", time.Date(2026, 1, 2, 3, 4, 5, 6789000, time.UTC))
}

func TestLayout(t *testing.T) {
	t.Parallel()
	l := layout()
	if l.Run != "/ws/runs/run_20260102T030405.006789" || l.Skill != "/ws/skills/demo" || l.Inputs != "/ws/work/inputs" {
		t.Errorf("%+v", l)
	}
	a, b := workspaceName("a/b@c d"), workspaceName("a/b@c d")
	if !strings.HasPrefix(a, "ws_a_b_c_d_") || a == b || len(a) != len("ws_a_b_c_d_")+16 {
		t.Errorf("names %q and %q", a, b)
	}
}

// TestNormalizeGlobs is the table of the tRPC reference, 6.10, with our
// corrections: RUN_DIR works, patterns that lead out are refused.
func TestNormalizeGlobs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"out/**", "out/**"},
		{"  out/*.txt  ", "out/*.txt"},
		{"", ""},
		{"   ", ""},
		{`out\sub\*.txt`, "out/sub/*.txt"},
		{"$OUTPUT_DIR/*.txt", "out/*.txt"},
		{"${OUTPUT_DIR}/x", "out/x"},
		{"$OUTPUT_DIR", "out"},
		{"$WORK_DIR/a", "work/a"},
		{"$WORK_DIRx", "work/x"},
		{"${WORK_DIR}x", "work/x"},
		{"$SKILLS_DIR/demo/*.md", "skills/demo/*.md"},
		{"$WORKSPACE_DIR/*.txt", "*.txt"},
		{"${WORKSPACE_DIR}/out/a", "out/a"},
		{"$RUN_DIR/log", "runs/run_20260102T030405.006789/log"}, // literal there
		{"/ws/out/a.txt", "out/a.txt"},
		{"./out/*.txt", "out/*.txt"},
		{"out/{a,b}.txt", "out/{a,b}.txt"},
		{"out/[ab].txt", "out/[ab].txt"},
		{"../*", "error"},
		{"out/../../x", "error"},
		{"$OUTPUT_DIR/../x", "error"},
		{"/etc/*", "error"},
		{"$HOME/*", "error"},
		{"out/[", "error"},
		{"workspace://out/x", "workspace:/out/x"},
	} {
		globs, err := parseGlobs(layout(), []string{tt.in})
		got := ""
		switch {
		case err != nil:
			got = "error"
		case len(globs) > 0:
			got = globs[0].Pattern
		}
		if got != tt.want {
			t.Errorf("%q becomes %q, want %q (%v)", tt.in, got, tt.want, err)
		}
	}
	globs, err := parseGlobs(layout(), []string{"out/**", "$OUTPUT_DIR/**", "out/**"})
	if err != nil || len(globs) != 1 {
		t.Errorf("the same pattern three times: %v, %v", globs, err)
	}
}

// TestCwd is the table of the tRPC reference, 6.5; what falls back to the
// skill's directory there is an error here.
func TestCwd(t *testing.T) {
	t.Parallel()
	entries := []Entry{{Path: "scripts", Mode: 1 << 31}, {Path: "scripts/deep", Mode: 1 << 31}, {Path: "file"}}
	for _, tt := range []struct{ in, want string }{
		{"", "/ws/skills/demo"},
		{".", "/ws/skills/demo"},
		{"scripts/deep", "/ws/skills/demo/scripts/deep"},
		{`scripts\deep`, "/ws/skills/demo/scripts/deep"},
		{"missing", "error"},
		{"file", "error"},
		{"out", "/ws/out"},
		{"out/sub", "/ws/out/sub"},
		{"work/a", "/ws/work/a"},
		{"inputs", "/ws/work/inputs"},
		{"..", "/ws/skills"},
		{"../..", "/ws"},
		{"../../..", "error"},
		{`..\..\..`, "error"},
		{"/", "/ws"},
		{"/work", "/ws/work"},
		{"/skills/other", "/ws/skills/other"},
		{"/out/x", "/ws/out/x"},
		{"/runs/r1", "/ws/runs/r1"},
		{"/etc", "error"},
		{"/Users/x", "error"},
		{"/work/../..", "/ws"},
		{"/ws/work", "/ws/work"},
		{"$WORK_DIR", "/ws/work"},
		{"${OUTPUT_DIR}/x", "/ws/out/x"},
		{"$SKILLS_DIR/x", "/ws/skills/x"},
		{"$WORKSPACE_DIR/work", "/ws/work"},
		{"$RUN_DIR", "/ws/runs/run_20260102T030405.006789"},
		{"$HOME", "error"},
		{"$WORKSPACE_DIR/../..", "error"},
	} {
		got, err := resolveCwd(layout(), tt.in, entries, nil)
		if err != nil {
			got = "error"
			var e *Error
			if !errors.As(err, &e) || e.Kind != Usage {
				t.Errorf("%q: %v is no usage error", tt.in, err)
			}
		}
		if got != tt.want {
			t.Errorf("%q becomes %q, want %q (%v)", tt.in, got, tt.want, err)
		}
	}
}

// TestInputDest is the table of the tRPC reference, 6.9; what lies elsewhere
// there lies below work/inputs here.
func TestInputDest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"", "src.txt"},
		{".", "src.txt"},
		{"inputs", "src.txt"},
		{"inputs/", "src.txt"},
		{"inputs/x", "x"},
		{"work/inputs/m.txt", "m.txt"},
		{" inputs/x ", "x"},
		{`inputs\sub\x`, "sub/x"},
		{"foo/bar.txt", "foo/bar.txt"},
		{"foo/", "foo/src.txt"},
		{"inputsx", "inputsx"},
		{"$WORK_DIR/inputs/y", "y"},
		{"a/../b", "b"},
		{"../x", "error"},
		{"inputs/../../x", "error"},
		{"/etc/x", "error"},
		{"$HOME/x", "error"},
	} {
		got, err := inputDest(tt.in, "src.txt")
		if err != nil {
			got = "error"
		}
		if got != tt.want {
			t.Errorf("%q becomes %q, want %q (%v)", tt.in, got, tt.want, err)
		}
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	caller := []string{"PATH=/caller", "SECRET=s", "TERM=xterm", "LD_PRELOAD=x", "BASH_ENV=y", "TOKEN=t", "BASH_FUNC_f%%=() { :; }", "Z=a=b"}
	fixed := map[string]string{"PATH": "/usr/bin", "TERM": "dumb"}
	for _, tt := range []struct {
		name string
		env  Environment
		want []string
	}{
		{"nothing", Environment{Caller: caller}, []string{"PATH=/usr/bin", "TERM=dumb"}},
		{"pass", Environment{Caller: caller, Pass: []string{"SECRET", "MISSING", "Z"}}, []string{"PATH=/usr/bin", "SECRET=s", "TERM=dumb", "Z=a=b"}},
		{"inherit", Environment{Caller: caller, Inherit: true}, []string{"PATH=/usr/bin", "SECRET=s", "TERM=dumb", "TOKEN=t", "Z=a=b"}},
		{"set wins", Environment{Caller: caller, Pass: []string{"TERM"}, Set: []string{"PATH=/mine", "E=", "E=2"}}, []string{"E=2", "PATH=/mine", "TERM=xterm"}},
	} {
		got, _, err := tt.env.build(fixed)
		if d := cmp.Diff(tt.want, got); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", tt.name, err, d)
		}
	}
	secrets := Environment{Caller: caller, Pass: []string{"SECRET"}, File: []string{"KEY=k", "SEEN=f"}, Set: []string{"SEEN=s"}}
	_, shown, err := secrets.build(fixed)
	if d := cmp.Diff([]string{"KEY=(hidden)", "PATH=/usr/bin", "SECRET=(hidden)", "SEEN=s", "TERM=dumb"}, shown); d != "" || err != nil {
		t.Errorf("shown: %v\n%s", err, d)
	}
	if _, _, err := (Environment{File: []string{"topsecret"}}).build(nil); err == nil || strings.Contains(err.Error(), "topsecret") {
		t.Errorf("a bad line of a file: %v", err)
	}
	for _, bad := range []string{"novalue", "=x", "1A=x", "A B=x", "A=\x00"} {
		if _, _, err := (Environment{Set: []string{bad}}).build(nil); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "''", "plain": "plain", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "*": "'*'", "A=b": "'A=b'",
		"~": "'~'", "a\nb": "'a\nb'", "-x": "-x", "ä": "'ä'",
	} {
		if got := quote(in); got != want {
			t.Errorf("%q becomes %s, want %s", in, got, want)
		}
	}
}

func FuzzGlobsStayInside(f *testing.F) {
	for _, seed := range []string{"out/**", "$WORK_DIRx", "../x", "/etc/*", "${OUTPUT_DIR}/..", `\..\x`, "[a", "{a,..}/x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		globs, err := parseGlobs(layout(), []string{pattern})
		if err != nil {
			return
		}
		for _, g := range globs {
			if strings.HasPrefix(g.Base, "/") || slices.Contains(strings.Split(g.Base, "/"), "..") {
				t.Errorf("%q starts at %q", pattern, g.Base)
			}
		}
		if dir, err := resolveCwd(layout(), pattern, nil, nil); err == nil && dir != "/ws" && !strings.HasPrefix(dir, "/ws/") {
			t.Errorf("%q as a directory is %q", pattern, dir)
		}
		if rel, err := inputDest(pattern, "base"); err == nil && (strings.HasPrefix(rel, "/") || slices.Contains(strings.Split(rel, "/"), "..")) {
			t.Errorf("%q as a destination is %q", pattern, rel)
		}
	})
}

func TestCapture(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		limit  int64
		writes []string
		want   string
	}{
		{10, []string{"abc", "def"}, "abcdef"},
		{6, []string{"abcdef"}, "abcdef"},
		{4, []string{"abcdef"}, "ab\n… 2 bytes left out …\nef"},
		{4, []string{"a", "b", "c", "d", "e", "f", "g"}, "ab\n… 3 bytes left out …\nfg"},
		{4, []string{"ab", "cdefg", "h"}, "ab\n… 4 bytes left out …\ngh"},
		{6, []string{"äääääää"}, "ä\n… 10 bytes left out …\nä"},
		{6, []string{"a\nb\nc\nd\ne\n"}, "a\nb\n… 4 bytes left out …\n\ne\n"},
	} {
		c := newCapture(tt.limit)
		for _, w := range tt.writes {
			_, _ = c.Write([]byte(w))
		}
		if got, _, _ := c.text(); got != tt.want {
			t.Errorf("limit %d, %q: %q, want %q", tt.limit, tt.writes, got, tt.want)
		}
	}
}

func FuzzCapture(f *testing.F) {
	f.Add([]byte("hello world"), int64(4), 3)
	f.Fuzz(func(t *testing.T, data []byte, limit int64, step int) {
		if limit < 2 || limit > 1<<16 || step < 1 {
			return
		}
		c := newCapture(limit)
		for rest := data; len(rest) > 0; rest = rest[min(step, len(rest)):] {
			_, _ = c.Write(rest[:min(step, len(rest))])
		}
		text, cut, _ := c.text()
		if c.total != int64(len(data)) || int64(len(c.head)+len(c.tail)) > limit {
			t.Fatalf("counted %d of %d, kept %d of %d", c.total, len(data), len(c.head)+len(c.tail), limit)
		}
		if want, _ := clean(data); int64(len(data)) <= limit && (text != want || cut) {
			t.Fatalf("%q became %q", data, text)
		}
		if int64(len(data)) > limit && !strings.Contains(text, "bytes left out …") {
			t.Fatal("cut without saying so")
		}
	})
}

func ExampleCommand() {
	c := Command{Words: []string{"echo", "two words", "$HOME"}}
	fmt.Println(c.line())
	// Output: echo 'two words' '$HOME'
}
