package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// yamlCases are frontmatters with what is read from them, what is reported
// (the rule, line and column in a file whose first line is the fence; recovered
// and line ends left out), how many of the reports carry a fix, and whether
// the text was recovered rather than read.
var yamlCases = []struct {
	yaml              string
	name, description string
	reports           string
	fixes             int
	recovered         bool
}{
	{"name: a\ndescription: |\n  \ttext\n  more\n", "a", "text\nmore", "", 0, false},
	{"name: a\ndescription: >-\n\n   \ttext\n", "a", "text", "", 0, false},
	{"name: a\ndescription: |\n\ttext\n", "a", "text", "yaml-tab 4:1", 1, true},
	{"name: a\ndescription: >#c\n  text\n", "a", "text", "yaml-syntax 3:15", 0, false},
	{"name: a\ndescription: |-# c\n  text\n", "a", "text", "yaml-syntax 3:16", 0, false},
	{"name: a\ndescription: | # c\n  text\n", "a", "text", "", 0, false},
	{"name: a\ndescription: |\n  a\u2028b\n", "a", "a\u2028b", "yaml-indent 4:4", 0, false},
	{"name: a\ndescription: |\n  a\u2028\n  b\n", "a", "a\u2028\nb", "", 0, false},
	{
		"name: a\ndescription: Use when: testing\n",
		"a", "Use when: testing", "yaml-unquoted-colon 3:22", 1, true,
	},
	{
		"name: a\ndescription: Use when: testing \"x\" it's\nlicense: MIT\n",
		"a", "Use when: testing \"x\" it's", "yaml-unquoted-colon 3:22", 1, true,
	},
	{
		"name: a\ndescription: 適用場面で使用。license: MIT\n",
		"a", "適用場面で使用。license: MIT", "yaml-unquoted-colon 3:29", 0, true,
	},
	{
		"name: a\ndescription: Use when: testing\n  and: more\nlicense: MIT\n",
		"a", "Use when: testing and: more", "yaml-unquoted-colon 3:22", 1, true,
	},
	{
		"name: a\ndescription: >- Use when this\n  goes on\n",
		"a", "Use when this goes on", "yaml-block-text 3:17", 1, true,
	},
	{
		"name: a\ndescription: | Use when this capability is needed.\n",
		"a", "Use when this capability is needed.", "yaml-block-text 3:16", 1, true,
	},
	{
		"name: a\ndescription: Does it.\nmetadata:\n  a:\n    b: c\n   d: e\n",
		"a", "Does it.", "yaml-indent 7:4", 0, true,
	},
	{
		"name: a\ndescription: **bold** text\n",
		"a", "**bold** text", "yaml-reserved-start 3:14", 1, true,
	},
	{
		"name: a\ndescription: @Observable x\n",
		"a", "@Observable x", "yaml-reserved-start 3:14", 1, true,
	},
	{
		"name: a\ndescription: `/product` x\n",
		"a", "`/product` x", "yaml-reserved-start 3:14", 1, true,
	},
	{
		"name: a\ndescription: %x\n",
		"a", "%x", "yaml-reserved-start 3:14", 1, true,
	},
	{
		"name: a\ndescription: &x y z\n",
		"a", "y z", "yaml-anchor 3:14", 0, false,
	},
	{
		"name: a\ndescription: !x y z\n",
		"a", "y z", "yaml-tag 3:14", 0, false,
	},
	{
		"name: a\ndescription: ![](http://x)\n",
		"a", "", "description-missing 3:1, yaml-tag 3:14", 0, false,
	},
	{
		"name: a\ndescription: , it might\n",
		"a", ", it might", "yaml-reserved-start 3:14", 1, true,
	},
	{
		"name: a\ndescription: - Cheap steps: Use when\n",
		"a", "- Cheap steps: Use when", "yaml-reserved-start 3:14", 1, true,
	},
	{
		"name: a\ndescription: [unclosed bracket\n",
		"a", "[unclosed bracket", "yaml-bracket 3:14", 1, true,
	},
	{
		"name: a\ndescription: d\nargument-hint: [product keyword] | \"check replies\" | \"follow\"\n",
		"a", "d", "yaml-bracket 4:32", 1, true,
	},
	{
		"name: a\ndescription: \"Presentation and slide\nversion: \"1.0\"\n",
		"a", "Presentation and slide", "yaml-quote 3:14", 0, true,
	},
	{
		"name: a\ndescription: \"Use \"this\" now\"\n",
		"a", "Use \"this\" now", "yaml-quote 3:19", 1, true,
	},
	{
		"name: a\ndescription: 'It's here'\n",
		"a", "It's here", "yaml-quote 3:17", 1, true,
	},
	{
		"name: a\ndescription: \"foo\" bar\n",
		"a", "\"foo\" bar", "yaml-quote 3:18", 1, true,
	},
	{
		"name: a\ndescription: \"Use 'Qdrant\\'s API'\"\n",
		"a", "Use 'Qdrant's API'", "yaml-escape 3:26", 1, true,
	},
	{
		"name: a\ndescription: \"数据。当用户说\\。x\"\n",
		"a", "数据。当用户说\\。x", "yaml-escape 3:22", 0, true,
	},
	{
		"name: a\ndescription: d\nmetadata: { \"openclaw\": { \"emoji\": \"\\ud83d\\udc8a\", \"x\": 1 } }\n",
		"a", "d", "yaml-flow 4:11, yaml-escape 4:37", 1, true,
	},
	{
		"name: a\ndescription: d\nmetadata: {\"clawdbot\":{\"emoji\":\"x\",\"requires\":{\"bins\":[\"droid\"]}}\nlicense: MIT\n",
		"a", "d", "yaml-bracket 4:11", 0, true,
	},
	{
		"name: a\ndescription: d\nmetadata:\n\tauthor: x\n",
		"a", "d", "yaml-tab 5:1", 1, true,
	},
	{
		"name: a\ndescription:\n\ttext here\n",
		"a", "text here", "yaml-tab 4:1", 1, true,
	},
	{
		"name: a\ndescription: first part\ncontinues here\n- item\nlicense: MIT\n",
		"a", "first part continues here - item", "yaml-indent 4:1", 1, true,
	},
	{
		"name: a\ndescription: d\n**名称：wecom**  \n",
		"a", "d **名称：wecom**", "yaml-indent 4:1", 1, true,
	},
	{
		"name: a\ndescription：foo\n",
		"a", "", "description-missing 2:1, yaml-fullwidth-colon 3:12", 1, false,
	},
	{
		"name:foo\ndescription:bar baz\n",
		"foo", "bar baz", "yaml-unquoted-colon 2:5, yaml-unquoted-colon 3:12", 2, true,
	},
	{
		"name: foo\ndescription:bar baz\n",
		"foo", "bar baz", "yaml-unquoted-colon 3:12", 1, true,
	},
	{
		"name: a\ndescription: d\nallowed-tools: *\n",
		"a", "d", "yaml-reserved-start 4:16", 1, true,
	},
	{
		"name: a\ndescription: d\nmetadata:\n  a: b: c\n  d: e\n",
		"a", "d", "yaml-unquoted-colon 5:7", 1, true,
	},
	{
		"name: a\ndescription: d\nmetadata:\n  a: b\n c: d\n",
		"a", "d", "yaml-indent 6:2", 0, true,
	},
	{
		"name: a\ndescription: d\n&nbsp; openclaw:\n",
		"a", "d &nbsp; openclaw:", "yaml-escaped-markdown 4:1", 0, true,
	},
	{
		"## Skill\nname: a\n\n  description: d\n",
		"a", "d", "yaml-indent 5:3", 0, true,
	},
	{
		"name: a\ndescription: d\n## Skill Files\nfoo bar\n",
		"a", "d ## Skill Files foo bar", "yaml-indent 5:1", 0, true,
	},
	{
		"{{placeholder}}\n",
		"dir", "", "yaml-flow 2:1, name-missing 2:1, description-missing 2:1, non-string-key 2:2", 0, false,
	},
	{
		"name: a\ndescription: {{placeholder}} x\n",
		"a", "{{placeholder}} x", "yaml-bracket 3:28", 1, true,
	},
	{
		"name: a\ndescription: d\ntags:\n  - \"ollama\" in message\n",
		"a", "d", "yaml-quote 5:12", 1, true,
	},
	{
		"name: a\ndescription: x\u0080¯y\u2028z\n",
		"a", "x\u0080¯y\u2028z", "control-character 3:15", 0, true,
	},
	{
		"name: a\ndescription: \"a\n\n  b\"\nx: [1,\n 2]\n",
		"a", "a\nb", "yaml-flow 6:4", 0, false,
	},
	{
		"name: a\n...\ndescription: d\n",
		"a", "d", "yaml-syntax 3:1", 0, true,
	},
	{
		"? a\n: b\nname: c\ndescription: d\n",
		"c", "d", "", 0, false,
	},
	{
		"a: &x [*x]\nname: c\ndescription: d\n",
		"c", "d", "yaml-anchor 2:4, yaml-flow 2:7, yaml-alias 2:8, yaml-expansion 2:8", 0, false,
	},
	{
		"1: x\nyes: z\ntrue: y\nname: c\ndescription: d\nname: e\n",
		"e", "d", "non-string-key 2:1, non-string-key 4:1, duplicate-key 7:1", 0, false,
	},
	{
		"name: a\ndescription: https://x.y/z: foo\n",
		"a", "https://x.y/z: foo", "yaml-unquoted-colon 3:27", 1, true,
	},
	{
		"  name: a\n  description: d\n",
		"a", "d", "", 0, false,
	},
	{
		"  name: a: b\n  description: d\n",
		"a: b", "d", "yaml-unquoted-colon 2:10", 1, true,
	},
	{
		"name: a\r\ndescription: Use: it\r\nlicense: MIT\r\n",
		"a", "Use: it", "yaml-unquoted-colon 3:17", 1, true,
	},
	{
		"name: a\ndescription: d\nlicense: 'x'y'\n",
		"a", "d", "yaml-quote 4:12", 1, true,
	},
	{
		"name: a\ndescription: d # cut\n",
		"a", "d", "", 0, false,
	},
	{
		"name: a\ndescription: |\n  one\n  two: three\n\nlicense: >-\n  x\n   y\n",
		"a", "one\ntwo: three", "", 0, false,
	},
	{
		"name: a\ndescription: \"tab\\tx \\u00e9 \\x41 \\U0001F600\"\n",
		"a", "tab\tx é A 😀", "", 0, false,
	},
	{
		"name: a\ndescription: \"\\ud83d alone\"\n",
		"a", "� alone", "yaml-escape 3:15", 0, true,
	},
	{
		"name: a\ndescription: \"\\U+1F4E7\"\n",
		"a", "\\U+1F4E7", "yaml-escape 3:15", 0, true,
	},
	{
		"name: a\ndescription: use \"quotes\" and \\ud83d here\n",
		"a", "use \"quotes\" and \\ud83d here", "", 0, false,
	},
	{
		"name: a\ndescription: 'single \\ud83d\\udc8a'\n",
		"a", "single \\ud83d\\udc8a", "", 0, false,
	},
	{
		"name: a\ndescription: d\nmetadata:\n  author: x\n    version: 1\n",
		"a", "d", "yaml-indent 6:5", 0, true,
	},
	{
		"name: a\ndescription: d\nmetadata:\n  x: *none\n",
		"a", "d", "yaml-reserved-start 5:6", 1, true,
	},
	{
		"%YAML 1.2\nname: a\ndescription: d\n",
		"a", "d", "yaml-reserved-start 2:1", 0, true,
	},
	{
		"name: a\ndescription: d\ntags: [a, b\nversion: 1.0\n",
		"a", "d", "yaml-bracket 4:7", 0, true,
	},
	{
		"name: my\\_skill: x\ndescription: d\n",
		"my\\_skill: x", "d", "yaml-unquoted-colon 2:16", 1, true,
	},
	{
		"name: yes\ndescription: d\n",
		"yes", "d", "", 0, false,
	},
	{
		"name: a\ndescription:\n  - b\n  - c\n",
		"a", "", "description-missing 3:1, field-type 4:3", 0, false,
	},
	{
		"name: a\ndescription:   \n",
		"a", "", "description-missing 3:1", 0, false,
	},
	{
		"name: a\ndescription: ~\n",
		"a", "", "description-missing 3:1", 0, false,
	},
	{
		"name: [a]\ndescription: d\nmetadata: foo\ncompatibility: [x]\nlicense: {a: b}\n",
		"dir", "d", "name-missing 2:1, yaml-flow 2:7, field-type 2:7, field-type 4:11, yaml-flow 5:16, field-type 5:16, yaml-flow 6:10, field-type 6:10", 0, false,
	},
	{
		"<<: *x\nname: a\ndescription: d\n",
		"a", "d", "yaml-indent 2:1", 0, true,
	},
	{
		"name: a\ndescription: &x d\nlicense: *x\n",
		"a", "d", "yaml-anchor 3:14, yaml-alias 4:10", 0, false,
	},
	{
		"name: a\ndescription: !!str 5\n",
		"a", "5", "yaml-tag 3:14", 0, false,
	},
	{
		"\"name\": a\n'description': \"d: e\" f\n",
		"a", "\"d: e\" f", "yaml-quote 3:21", 1, true,
	},
	{
		"name: a\ndescription: >-\n  text\n bad\n",
		"a", "text bad", "yaml-indent 5:2", 0, true,
	},
	{
		"Name: a\nDescription: d\n",
		"dir", "", "name-missing 2:1, description-missing 3:1", 0, false,
	},
	{
		"name: a\ndescription: d\nmetadata: {\"openclaw\":{\"emoji\":\"x\"}\n",
		"a", "d", "yaml-bracket 4:11", 0, true,
	},
	{
		"name: a\ndescription: Line one.\n1. first\n2. second: x\nlicense: y\n",
		"a", "Line one. 1. first 2. second: x", "yaml-indent 4:1", 0, true,
	},
	{
		"name: a\ndescription: >\n  text\nmore at margin\nlicense: y\n",
		"a", "text more at margin", "yaml-indent 5:1", 1, true,
	},
	{
		"\\# x\nname: a\ndescription: d\n",
		"a", "d", "yaml-escaped-markdown 2:1", 0, true,
	},
}

func TestFrontmatter(t *testing.T) {
	t.Parallel()
	for _, c := range yamlCases {
		t.Run(c.yaml, func(t *testing.T) {
			t.Parallel()
			s := parse.Parse([]byte("---\n"+c.yaml+"---\nbody"), parse.Options{Path: "p", DirName: "dir"})
			if s.Name != c.name || s.Description != c.description {
				t.Errorf("name %q, description %q; want %q, %q", s.Name, s.Description, c.name, c.description)
			}
			var reports []string
			fixes := 0
			for _, d := range s.Diagnostics {
				if d.Rule == parse.RuleRecovered || d.Rule == parse.RuleMixedLineEnds {
					continue
				}
				reports = append(reports, fmt.Sprintf("%s %d:%d", d.Rule, d.Span.Start.Line, d.Span.Start.Column))
				if len(d.Fix) > 0 {
					fixes++
				}
				if d.Hint == "" {
					t.Errorf("no hint for %s", d)
				}
			}
			if got := strings.Join(reports, ", "); got != c.reports {
				t.Errorf("reported %s\nwant %s", got, c.reports)
			}
			if fixes != c.fixes || s.Recovered != c.recovered {
				t.Errorf("%d fixes, recovered %t; want %d, %t", fixes, s.Recovered, c.fixes, c.recovered)
			}
		})
	}
}
