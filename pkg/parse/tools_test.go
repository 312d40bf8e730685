package parse_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

func toolNames(tools []parse.Tool) []string {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	return names
}

var toolCases = []struct {
	name, body string
	trpc, want []string
}{
	{"basic", "Tools:\n- a\n- b\n\nOverview\n- c", []string{"a", "b"}, []string{"a", "b"}},
	{"rest of line", "Tools: foo, bar\n- a", []string{"a"}, []string{"a"}},
	{"heading is no start", "## Tools:\n- a", nil, nil},
	{"only hyphens", "Tools:\n* a\n+ b\n1. c", nil, nil},
	{
		"comments", "Tools:\n# hello\n- a\n#- b\n- #c\n- d # note",
		[]string{"a", "d # note"},
		nil,
	},
	{
		"comment without blank", "Tools:\n#hello\n- a\n#- b\n- #c\n- d # note",
		[]string{"a", "d # note"},
		[]string{"a", "d # note"},
	},
	{
		"verbatim", "Tools:\n- get_weather: gets weather\n- `x`\n- **y**",
		[]string{"get_weather: gets weather", "`x`", "**y**"},
		[]string{"get_weather: gets weather", "`x`", "**y**"},
	},
	{"fenced", "```\nTools:\n- a\n```\n- b", []string{"a", "b"}, nil},
	{"heading ends", "Tools:\n- a\n\n## Overview\n- not a tool", []string{"a", "not a tool"}, []string{"a"}},
	{"other text", "Tools:\n- a\n\nNotes\n- nope", []string{"a", "nope"}, []string{"a", "nope"}},
	{"colon ends", "Tools:\n- a\nNext: x\n- b", []string{"a"}, []string{"a"}},
	{"indented", "Tools:\n- a\n  - sub", []string{"a", "sub"}, []string{"a", "sub"}},
	{"odd hyphens", "Tools:\n-\n- \n-a\n--b", []string{"a", "-b"}, []string{"a", "-b"}},
	{"rule", "Tools:\n- a\n---\n- b", []string{"a", "--", "b"}, []string{"a", "--", "b"}},
	{"again", "Tools:\n- a\nTools:\n- b", []string{"a", "b"}, []string{"a", "b"}},

	{"empty", "", nil, nil},
	{"upper case", "TOOLS: a, b\n- c", []string{"c"}, []string{"c"}},
	{"fused", "Tools:extra\n- a", []string{"a"}, []string{"a"}},
	{"no start", "Tools\n- a\nTools list:\n- b\n**Tools:**\n- c\n- Tools:\n- d", nil, nil},
	{"description ends", "Tools:\n- a\nDescription: something\n- b", []string{"a"}, []string{"a"}},
	{"second section", "Tools:\n- a\nUsage\nTools:\n- b", []string{"a"}, []string{"a"}},
	{"CRLF", "Tools:\r\n- a\r\n- b\r\n", []string{"a", "b"}, []string{"a", "b"}},
	{"underlined heading", "Tools:\n- a\n\nNotes\n=====\n- b", []string{"a", "b"}, []string{"a"}},
	{"underlined start", "Tools:\n------\n- a", []string{"-----", "a"}, []string{"a"}},
	{"code in section", "Tools:\n- a\n~~~\n- b\n~~~~\n- c", []string{"a", "b", "c"}, []string{"a", "c"}},
	{"indented code", "1. x\n   ```ts\n   tools: [searchDocs],\n   - b\n   ```\n- c", []string{"b", "c"}, nil},
	{"code not closed", "```\nTools:\n- a\n", []string{"a"}, nil},
}

func TestTools(t *testing.T) {
	t.Parallel()
	for _, c := range toolCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := parse.Parse([]byte("---\nname: a\ndescription: b\n---\n"+c.body), parse.Options{})
			if diff := cmp.Diff(c.trpc, toolNames(s.ToolsTRPC())); diff != "" {
				t.Errorf("as tRPC-Agent (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.want, toolNames(s.Tools())); diff != "" {
				t.Errorf("corrected (-want +got):\n%s", diff)
			}
			for _, tool := range s.ToolsTRPC() {
				if got := string(s.Source[tool.Span.Start.Offset:tool.Span.End.Offset]); got != tool.Name {
					t.Errorf("span of %q is %q", tool.Name, got)
				}
			}
		})
	}
}
