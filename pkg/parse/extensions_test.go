package parse_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillctl/skillctl/pkg/parse"
)

func skillOf(frontmatter string) *parse.Skill {
	return parse.Parse([]byte("---\nname: a\ndescription: d\n"+frontmatter+"---\n"), parse.Options{Path: "a/SKILL.md"})
}

// places are the rules and positions of diagnostics.
func places(list []parse.Diagnostic) string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%s %d:%d", d.Rule, d.Span.Start.Line, d.Span.Start.Column))
	}
	return strings.Join(out, ", ")
}

func TestClaudeCode(t *testing.T) {
	t.Parallel()
	got, ds := skillOf(`when_to_use: often
argumentHint: [file, mode]
arguments: a, b c
disable_model_invocation: yes
user-invocable: off
disallowed-tools: [Bash(rm:*)]
effort: high
paths: src/**
hooks: {x: y}
`).ClaudeCode()
	want := parse.ClaudeCode{
		WhenToUse: "often", ArgumentHint: "[file] [mode]", Arguments: []string{"a", "b", "c"},
		DisableModelInvocation: true, Effort: "high", Paths: []string{"src/**"}, DefaultEnabled: true,
		DisallowedTools: []parse.AllowedTool{{Tool: "Bash", Specifier: "rm:*", Raw: "Bash(rm:*)"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(parse.Span{}), cmpopts.IgnoreFields(parse.ClaudeCode{}, "Hooks")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(ds) > 0 || got.Hooks == nil {
		t.Errorf("reported %v, hooks %v", ds, got.Hooks)
	}
	got, ds = skillOf("user-invocable: maybe\neffort: huge\nmodel: [x]\npaths: {a: b}\n").ClaudeCode()
	if want := "claude-code-field 4:17, claude-code-field 5:9, claude-code-field 6:8, claude-code-field 7:8"; places(ds) != want {
		t.Errorf("reported %s, want %s", places(ds), want)
	}
	if !got.UserInvocable || got.Effort != "huge" {
		t.Errorf("read %+v", got)
	}
	empty, ds := parse.Parse([]byte("no frontmatter"), parse.Options{}).ClaudeCode()
	if !empty.UserInvocable || len(ds) > 0 {
		t.Errorf("without frontmatter: %+v, %v", empty, ds)
	}
}

func TestOpenClaw(t *testing.T) {
	t.Parallel()
	want := parse.OpenClaw{
		Key: "openclaw", Emoji: "💊", OS: []string{"darwin", "linux"},
		Requires: parse.Requires{
			Bins: []string{"curl"}, AnyBins: [][]string{{"gh", "hub"}}, Env: []string{"TOKEN"}, Config: []string{"a.b"},
		},
		PrimaryEnv: "TOKEN", UserInvocable: true,
		Install: []parse.Installer{{ID: "brew", Kind: "brew", Formula: "gh", Bins: []string{"gh"}}},
	}
	for name, metadata := range map[string]string{
		"JSON": `metadata: {"openclaw": {"emoji": "\ud83d\udc8a", "os": ["darwin", "linux"], "requires": {"bins": ["curl"], ` +
			`"anyBins": ["gh", "hub"], "env": ["TOKEN"], "config": ["a.b"]}, "primaryEnv": "TOKEN", ` +
			`"install": [{"id": "brew", "kind": "brew", "formula": "gh", "bins": ["gh"]}]}}` + "\n",
		"JSON5 in a text": `metadata: '{openclaw:{emoji:"\ud83d\udc8a",os:["darwin","linux",],requires:{bins:["curl"],anyBins:["gh","hub"],` +
			`env:["TOKEN"],config:["a.b"]},/* x */primaryEnv:"TOKEN",install:[{id:"brew",kind:"brew",formula:"gh",bins:["gh"]}]}}'` + "\n",
		"YAML": `metadata:
  openclaw:
    emoji: 💊
    os: [darwin, linux]
    requires:
      bins: curl
      anyBins: [gh, hub]
      env:
        - TOKEN
      config: [a.b]
    primaryEnv: TOKEN
    install:
      - id: brew
        kind: brew
        formula: gh
        bins: [gh]
`,
	} {
		got, ds := skillOf(metadata).OpenClaw()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if len(ds) > 0 {
			t.Errorf("%s: reported %v", name, ds)
		}
	}
	for _, c := range []struct{ metadata, key, reports string }{
		{"metadata: {clawdbot: {always: true}}\n", "clawdbot", ""},
		{"metadata: {clawdis: {}}\n", "clawdis", ""},
		{"metadata: {openclaw: yes}\n", "", "openclaw-metadata 4:22"},
		{"metadata: '{openclaw'\n", "", "openclaw-metadata 4:11"},
		{"metadata:\n  openclaw:\n    requires: [gh]\n", "openclaw", "openclaw-metadata 6:15"},
		{"metadata:\n  openclaw:\n    os: [beos]\n    always: perhaps\n", "openclaw", "openclaw-metadata 6:9, openclaw-metadata 7:13"},
		{"command-dispatch: shell\n", "", "openclaw-metadata 4:19"},
	} {
		got, ds := skillOf(c.metadata).OpenClaw()
		if got.Key != c.key || places(ds) != c.reports {
			t.Errorf("%q: key %q, reported %q; want %q, %q", c.metadata, got.Key, places(ds), c.key, c.reports)
		}
	}
}

func TestTulip(t *testing.T) {
	t.Parallel()
	one, three := 1, 3
	for _, c := range []struct {
		frontmatter string
		want        parse.Tulip
		reports     string
	}{
		{
			"required_probes:\n  - name: n\n    match: m\n    description: e\nmin-tool-calls: 1\nmax_tool_calls: 3\n",
			parse.Tulip{Probes: []parse.Probe{{Name: "n", Match: "m", Description: "e"}}, MinToolCalls: &one, MaxToolCalls: &three},
			"",
		},
		{
			"required-probes:\n  - name: n\n    match: ' '\n  - text\n  - match: x\n  - {name: 1, match: 2}\n",
			parse.Tulip{Probes: []parse.Probe{{Name: "1", Match: "2"}}},
			"tulip-probe 5:5, tulip-probe 7:5, tulip-probe 8:5",
		},
		{
			"required_probes: []\nrequired-probes: [{name: n, match: m}]\n",
			parse.Tulip{Probes: []parse.Probe{{Name: "n", Match: "m"}}},
			"",
		},
		{"required_probes: text\n", parse.Tulip{}, "tulip-probe 4:18"},
		{"min-tool-calls: '1'\nmax-tool-calls: -1\n", parse.Tulip{}, "tulip-bound 4:17, tulip-bound 5:17"},
		{"min-tool-calls: true\n", parse.Tulip{}, "tulip-bound 4:17"},
		{"min_tool_calls: 3\nmax-tool-calls: 1\n", parse.Tulip{MinToolCalls: &three, MaxToolCalls: &one}, "tulip-bound 5:17"},
	} {
		got, ds := skillOf(c.frontmatter).Tulip()
		if diff := cmp.Diff(c.want, got, cmpopts.IgnoreTypes(parse.Span{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.frontmatter, diff)
		}
		if places(ds) != c.reports {
			t.Errorf("%q: reported %q, want %q", c.frontmatter, places(ds), c.reports)
		}
	}
}

func TestCodex(t *testing.T) {
	t.Parallel()
	read := func(sidecar string) (parse.Codex, []parse.Diagnostic) {
		fsys := fstest.MapFS{"SKILL.md": {Data: []byte("---\ndescription: d\nmetadata:\n  short-description: s  t\n---\n")}}
		if sidecar != "" {
			fsys[parse.CodexFile] = &fstest.MapFile{Data: []byte(sidecar)}
		}
		return parse.Load(fsys, "SKILL.md", parse.Options{Path: "a/SKILL.md", FS: fsys}).Codex()
	}
	got, ds := read("")
	if diff := cmp.Diff(parse.Codex{ShortDescription: "s t", AllowImplicitInvocation: true}, got); diff != "" || len(ds) > 0 {
		t.Errorf("without file (-want +got):\n%s%v", diff, ds)
	}
	got, ds = read(`interface:
  display_name: "D"
  short_description: "S"
  icon_small: "./assets/i.svg"
  brand_color: "#00ff00"
policy:
  allow_implicit_invocation: false
dependencies:
  tools:
    - type: mcp
      value: server
`)
	want := parse.Codex{
		ShortDescription: "s t", File: true, DisplayName: "D", InterfaceSummary: "S", IconSmall: "./assets/i.svg",
		BrandColor: "#00ff00", Tools: []parse.CodexTool{{Type: "mcp", Value: "server"}},
	}
	if diff := cmp.Diff(want, got); diff != "" || places(ds) != "" {
		t.Errorf("(-want +got):\n%s%v", diff, ds)
	}
	for sidecar, reports := range map[string]string{
		"interface: x\n":                            "codex-openai-yaml 1:12",
		"- a\n":                                     "codex-openai-yaml 1:1",
		"interface:\n  brand_color: green\n":        "codex-openai-yaml 2:16",
		"interface:\n  display_name: a: b\n":        "yaml-unquoted-colon 2:18",
		"dependencies:\n  tools: x\npolicy: null\n": "codex-openai-yaml 2:10",
	} {
		_, ds := read(sidecar)
		if places(ds) != reports {
			t.Errorf("%q: reported %q, want %q", sidecar, places(ds), reports)
		}
		if len(ds) > 0 && ds[0].Path != "a/agents/openai.yaml" {
			t.Errorf("reported in %s", ds[0].Path)
		}
	}
}

func TestFieldTypes(t *testing.T) {
	t.Parallel()
	s := parse.Parse([]byte("---\nname: [x]\ndescription: 5\nlicense:\n  a: b\ncompatibility: [y]\nmetadata: z\n---\n"),
		parse.Options{DirName: "dir"})
	if s.Name != "dir" || s.Description != "5" || s.License != "" || len(s.Metadata) > 0 {
		t.Errorf("read %q, %q, %q, %v", s.Name, s.Description, s.License, s.Metadata)
	}
	var fields []parse.Diagnostic
	for _, d := range s.Diagnostics {
		if d.Rule == parse.RuleFieldType {
			fields = append(fields, d)
		}
	}
	if want := "field-type 2:7, field-type 5:3, field-type 6:16, field-type 7:11"; places(fields) != want {
		t.Errorf("reported %s, want %s", places(fields), want)
	}
	s = skillOf("metadata:\n  version: 1.0\n  date: 2026-01-02\n  n:\n    m: x\n")
	got := map[string]string{}
	for _, e := range s.Metadata {
		got[e.Key] = e.Value.Text
	}
	if diff := cmp.Diff(map[string]string{"version": "1.0", "date": "2026-01-02", "n": ""}, got); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
}
