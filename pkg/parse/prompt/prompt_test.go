package prompt_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/prompt"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got+"\n"); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

const fullText = `---
name: weather-tools
description: >-
  Looks up the weather & "tides" for <places>.
  It's for trips.
compatibility: Needs the network
allowed-tools: Bash(git:*) Read
---

# Weather

Run __BASE_DIR__/scripts/now.py.

Tools:
- get_weather
- get_tide

## More

See references/units.md.
`

func load(files map[string]string, dir string) *parse.Skill {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	o := parse.Options{Path: "skills/" + dir + "/SKILL.md", DirName: dir, FS: fsys}
	if dir != "nowhere" {
		o.Dir = "/srv/skills/" + dir
	}
	return parse.Load(fsys, "SKILL.md", o)
}

func full() *parse.Skill {
	return load(map[string]string{
		"SKILL.md": fullText, "scripts/now.py": "#!/usr/bin/env python3\n", "scripts/.hidden": "", "scripts/lib/x.py": "",
		"references/units.md": "Units.\n", "references/<&>.md": "Odd.\n", "assets/icon.svg": "<svg/>", "LICENSE.txt": "MIT\n",
	}, "weather-tools")
}

func plain() *parse.Skill {
	return load(map[string]string{"SKILL.md": "---\nname: a\ndescription: Does a.\n---\r\nJust\r\nthis.\r\n"}, "nowhere")
}

func TestXML(t *testing.T) {
	t.Parallel()
	golden(t, "catalog.xml", prompt.XML([]*parse.Skill{full(), plain()}))
	if got, want := prompt.XML(nil), "<available_skills>\n</available_skills>"; got != want {
		t.Errorf("no skills: %q, want %q", got, want)
	}
}

func TestXMLEscapesEveryValue(t *testing.T) {
	t.Parallel()
	s := &parse.Skill{Name: `<&>"'`, Description: `</skill>`, Dir: "/a<b>&'", FileName: "SKILL.md"}
	want := "<available_skills>\n<skill>\n<name>\n&lt;&amp;&gt;&quot;&#x27;\n</name>\n<description>\n&lt;/skill&gt;\n</description>\n" +
		"<location>\n" + strings.ReplaceAll("/a&lt;b&gt;&amp;&#x27;/SKILL.md", "/", string(filepath.Separator)) + "\n</location>\n</skill>\n</available_skills>"
	if diff := cmp.Diff(want, prompt.XML([]*parse.Skill{s})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOverview(t *testing.T) {
	t.Parallel()
	two := &parse.Skill{Name: "two", Description: "First line.\n  Second\tline."}
	want := "Available skills:\n- a: Does a.\n- two: First line. Second line."
	if diff := cmp.Diff(want, prompt.Overview([]*parse.Skill{plain(), two})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	docs := []prompt.Document{
		{Path: "references/units.md", Content: "Units of __BASE_DIR__.\r\n"},
		{Path: "references/<&>.md", Content: "Odd."},
		{Path: "empty.md"},
	}
	for _, style := range prompt.Styles() {
		for layer := prompt.Whole; layer <= prompt.Extras; layer++ {
			golden(t, fmt.Sprintf("full-%s-%d", style, layer), prompt.Write(full(), style, layer, nil))
			golden(t, fmt.Sprintf("plain-%s-%d", style, layer), prompt.Write(plain(), style, layer, nil))
		}
		golden(t, fmt.Sprintf("docs-%s", style), prompt.Write(full(), style, prompt.Whole, docs))
		golden(t, fmt.Sprintf("docs-%s-3", style), prompt.Write(full(), style, prompt.Extras, docs))
	}
}

func TestWriteCapsTheList(t *testing.T) {
	t.Parallel()
	files := map[string]string{"SKILL.md": fullText}
	for i := range 230 {
		files[fmt.Sprintf("scripts/%03d.py", i)] = ""
	}
	got := prompt.Write(load(files, "many"), prompt.AgentSkills, prompt.Extras, nil)
	if n := strings.Count(got, "<file>"); n != 200 || !strings.Contains(got, "<!-- 30 more files are not listed -->") {
		t.Errorf("%d files listed in\n%s", n, got)
	}
	got = prompt.Write(load(files, "many"), prompt.Tulip, prompt.Extras, nil)
	if n := strings.Count(got, "- scripts/"); n != 20 {
		t.Errorf("%d files listed in\n%s", n, got)
	}
}

func TestParseStyle(t *testing.T) {
	t.Parallel()
	for _, s := range prompt.Styles() {
		if got, err := prompt.ParseStyle(string(s)); got != s || err != nil {
			t.Errorf("%s: %q, %v", s, got, err)
		}
	}
	if _, err := prompt.ParseStyle("xml"); err == nil || !strings.Contains(err.Error(), `"xml"`) {
		t.Errorf("xml: %v", err)
	}
}
