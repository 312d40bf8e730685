package ui

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func render(t *testing.T, source string, width int, mode ColorMode) string {
	t.Helper()
	var b bytes.Buffer
	if err := Markdown(&b, source, width, NewTheme(&b, mode, Terminal{})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMarkdownGolden(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("testdata/sample.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{40, 76} {
		golden := filepath.Join("testdata", "sample."+strconv.Itoa(width)+".txt")
		got := render(t, string(source), width, ColorNever)
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("width %d:\n%s", width, diff)
		}
		for line := range strings.Lines(got) {
			if Width(strings.TrimSuffix(line, "\n")) > width {
				t.Errorf("width %d: line is too wide: %q", width, line)
			}
		}
	}
}

func TestMarkdownColorAddsOnlyEscapes(t *testing.T) {
	t.Parallel()
	source := "# A *c*\n\n- [d](e)\n\n```\nf\n```\n"
	colored := render(t, source, 60, ColorAlways)
	if !strings.Contains(colored, "\x1b[") {
		t.Fatal("no color")
	}
	var b strings.Builder
	for i, part := range strings.Split(colored, "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		b.WriteString(part)
	}
	if diff := cmp.Diff(render(t, source, 60, ColorNever), b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestMarkdownEscapesText(t *testing.T) {
	t.Parallel()
	source := "a\x1b[31m &#27;[2J `\x1b]0;x\x07` [l](<\x1b[1m>)\n\n    code \x1b[1m\n\n<b \x1b[1m>\n\n| \x1b[1m |\n|---|\n| &#x9b;1m |\n"
	got := render(t, source, 60, ColorNever)
	if strings.ContainsAny(got, "\x1b\u009b\x07") {
		t.Errorf("a control character came through: %q", got)
	}
}

func FuzzMarkdown(f *testing.F) {
	f.Add("# a\n\n- b\n  1. c\n\n> d\n\n| e | f |\n|---|--:|\n| g | `h` |\n", 30)
	f.Fuzz(func(t *testing.T, source string, width int) {
		var b bytes.Buffer
		if err := Markdown(&b, source, width&0xff, NewTheme(&b, ColorNever, Terminal{})); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if r < ' ' && r != '\n' || r >= 0x7f && r <= 0x9f {
				t.Fatalf("control character %U in the output of %q", r, source)
			}
		}
	})
}
