package parse_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

const good = "---\nname: a\ndescription: d\n---\n"

// readCases are files with the rules reported about them, the rule for which
// they are skipped, and the body.
var readCases = []struct {
	name, src string
	reports   string
	skip      string
	body      string
}{
	{"good", good + "\n# Body\n\n---\nmore\n", "", "", "\n# Body\n\n---\nmore\n"},
	{"empty body", good, "", "", ""},
	{"end of file after the fence", "---\nname: a\ndescription: d\n---", "fence-without-newline 4:1", "", ""},
	{"CRLF", "---\r\nname: a\r\ndescription: d\r\n---\r\nbody\r\n", "crlf-line-ends 1:4", "", "body\r\n"},
	{"mixed line ends", "---\r\nname: a\ndescription: d\n---\nbody", "mixed-line-ends 1:4", "", "body"},
	{"lone CR", "---\rname: a\rdescription: d\r---\rbody\r", "lone-carriage-return 1:4", "", "body\r"},
	{"BOM", "\ufeff" + good, "byte-order-mark 1:1", "", ""},
	{"BOM and blank lines", "\ufeff\n \n" + good, "byte-order-mark 1:1, blank-before-frontmatter 3:1", "", ""},
	{"blank line before", "\n" + good, "blank-before-frontmatter 2:1", "", ""},
	{"blanks behind fences", "--- \nname: a\ndescription: d\n---\t\nb", "fence-trailing-blanks 1:4, fence-trailing-blanks 4:4", "", "b"},
	{"fence in a value", "---\nname: a\ndescription: A --- B\n---\n", "", "", ""},
	{"fence in a block", "---\nname: a\ndescription: |\n  x\n  ---\n  y\n---\n", "", "", ""},
	{"NUL in the body", good + "a\x00b\x00", "nul-character 5:2", "", "a\x00b\x00"},
	{"NUL in the frontmatter", "---\nname: a\ndescription: a\x00b\n---\n", "nul-character 3:15", "nul-character", ""},
	{"control in the body", good + "\x1b[31m\x7f", "control-character 5:1, control-character 5:6", "", "\x1b[31m\x7f"},

	{"empty file", "", "frontmatter-missing 1:1", "frontmatter-missing", ""},
	{"only blank lines", "\n \n", "frontmatter-missing 1:1", "frontmatter-missing", "\n \n"},
	{"no frontmatter", "# Title\n", "frontmatter-missing 1:1", "frontmatter-missing", "# Title\n"},
	{"four hyphens", "----\nname: a\ndescription: d\n---\n", "frontmatter-missing 1:1", "frontmatter-missing", "----\nname: a\ndescription: d\n---\n"},
	{"js fence", "---js\n{}\n---\n", "frontmatter-missing 1:1", "frontmatter-missing", "---js\n{}\n---\n"},
	{"indented fence", " ---\nname: a\n---\n", "frontmatter-missing 1:1", "frontmatter-missing", " ---\nname: a\n---\n"},
	{"not closed", "---\nname: a\ndescription: d\n", "frontmatter-unclosed 1:1", "frontmatter-unclosed", "---\nname: a\ndescription: d\n"},
	{"closed by dots", "---\nname: a\n...\n", "frontmatter-unclosed 1:1", "frontmatter-unclosed", "---\nname: a\n...\n"},
	{"empty frontmatter", "---\n---\nbody", "frontmatter-empty 2:1", "frontmatter-empty", "body"},
	{"comment alone", "---\n# x\n---\nbody", "frontmatter-empty 2:1", "frontmatter-empty", "body"},
	{"list", "---\n- a\n- b\n---\n", "frontmatter-not-mapping 2:1", "frontmatter-not-mapping", ""},
	{"text", "---\njust text\n---\n", "frontmatter-not-mapping 2:1", "frontmatter-not-mapping", ""},
	{"Latin-1", "---\nname: a\ndescription: caf\xe9\n---\n", "not-utf-8 3:17", "not-utf-8", "---\nname: a\ndescription: caf\xe9\n---\n"},
	{"UTF-16", "\xff\xfe-\x00-\x00-\x00", "utf-16 1:1", "utf-16", "\xff\xfe-\x00-\x00-\x00"},
	{"UTF-16 without mark", "-\x00-\x00-\x00\n\x00", "utf-16 1:1", "utf-16", "-\x00-\x00-\x00\n\x00"},
	{"no description", "---\nname: a\n---\n", "description-missing 2:1", "description-missing", ""},
	{"blank description", "---\nname: a\ndescription: ' '\n---\n", "description-missing 3:1", "description-missing", ""},
	{"no name", "---\ndescription: d\n---\n", "name-missing 2:1", "", ""},
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range readCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := parse.Parse([]byte(c.src), parse.Options{Path: "dir/SKILL.md", DirName: "dir"})
			var reports []string
			for _, d := range s.Diagnostics {
				reports = append(reports, fmt.Sprintf("%s %d:%d", d.Rule, d.Span.Start.Line, d.Span.Start.Column))
				if d.Hint == "" {
					t.Errorf("no hint for %s", d)
				}
			}
			if got := strings.Join(reports, ", "); got != c.reports {
				t.Errorf("reported %q, want %q", got, c.reports)
			}
			if got := skipRule(s); got != c.skip {
				t.Errorf("skipped for %q, want %q", got, c.skip)
			}
			if s.Body() != c.body {
				t.Errorf("body %q, want %q", s.Body(), c.body)
			}
			if err := s.Err(); (err != nil) != (c.skip != "") || err != nil && !errors.Is(err, parse.ErrSkipped) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// The message tells what kind of file it is, or where the fence should be.
func TestMissingFrontmatterExplained(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, message, fixed string }{
		{"", "file is empty", ""},
		{"# T\n", "starts with a heading", ""},
		{"````markdown\n" + good + "body\n````\n", "found a code fence", good + "body\n"},
		{"```\n" + good + "body\n", "found a code fence", ""},
		{"{\\rtf1\\ansi name}\n", "RTF", ""},
		{"@../../.agents/skills/pr/SKILL.md\n", "only an @import", ""},
		{"../../../commands/tc.md", "target of a symbolic link", ""},
		{"name: a\ndescription: d\n---\nbody\n", "first lines look like YAML", good + "body\n"},
		{"name: a\ndescription: d\n\nbody\n", "first lines look like YAML", ""},
		{"# T\n\n" + good, "it starts in line 3", ""},
		{"<!-- x -->\n# T\n", "HTML comment", ""},
		{"{\"name\": 1}", "JSON", ""},
		{"------WebKitFormBoundaryX\nContent\n", "text follows the three hyphens", ""},
		{"--Boundary\nContent\n", "upload form", ""},
		{"-----\nname: a\n", "5 hyphens", "---\nname: a\n"},
		{"--- name: a\n", "text follows the three hyphens", ""},

		{"---\nname: a\ndescription: |\n  x\n  ---\nbody\n", "indented --- in line 5", ""},
		{"---\nname: a\n...\n", "... in line 3", ""},
		{"---\nname: a\n\u2013\u2013\u2013\nbody\n", "line 3 is \u2013\u2013\u2013", ""},
		{"---\nname: a\ndescription: d---\n# T\n", "--- in line 3 does not stand alone", ""},
		{"---\nname: a\n---# T\n", "--- in line 3 does not stand alone", ""},
		{"---\nname: a\ndescription: d\n\n# Title\n", "line 5 is no YAML", ""},
		{"---\nname: a\n\nSome text\n", "line 4 is no YAML", ""},
	} {
		s := parse.Parse([]byte(c.src), parse.Options{})
		if s.Skip == nil || !strings.Contains(s.Skip.Message, c.message) {
			t.Errorf("%q: %v, want %q", c.src, s.Skip, c.message)
			continue
		}
		fixed := ""
		if len(s.Skip.Fix) > 0 {
			fixed = string(s.Source)
			for _, e := range slices.Backward(s.Skip.Fix) {
				fixed = fixed[:e.Start] + e.New + fixed[e.End:]
			}
		}
		if fixed != c.fixed {
			t.Errorf("%q is fixed to %q, want %q", c.src, fixed, c.fixed)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	long := good + strings.Repeat("x", parse.MaxFileBytes)
	if got := skipRule(parse.Parse([]byte(long), parse.Options{})); got != parse.RuleTooLarge {
		t.Errorf("a file over the limit is skipped for %q", got)
	}
	wide := "---\nname: a\ndescription: Use when: it fits\nx: |\n" + strings.Repeat("  filler text\n", parse.MaxFrontmatterBytes/14+1) + "---\n"
	s := parse.Parse([]byte(wide), parse.Options{})
	if s.Skip != nil || s.Description != "Use when: it fits" || !s.Recovered {
		t.Errorf("skip %v, description %q", s.Skip, s.Description)
	}
	if len(s.Diagnostics) == 0 || s.Diagnostics[0].Rule != parse.RuleFrontmatterTooLarge {
		t.Errorf("reported %v", s.Diagnostics)
	}
	for _, yaml := range []string{
		"name: a\ndescription: " + strings.Repeat("word ", 20_000) + "\n", "name: a\nx: " + strings.Repeat("word ", 20_000) + "\ndescription: word word\n",
		"name: a\ndescription: |\n" + strings.Repeat("  word\n", 20_000), strings.Repeat("description: word\n", 20_000),
	} {
		s := parse.Parse([]byte("---\n"+yaml+"---\n"), parse.Options{DirName: "a"})
		if s.Skip != nil || s.Name != "a" || !strings.HasPrefix(s.Description, "word") || reportsRule(s, parse.RuleYAMLSyntax) || len(s.Diagnostics) > 2*parse.MaxFaults+4000 {
			t.Errorf("%.40q: skip %v, name %q, description %.20q, %d diagnostics", yaml, s.Skip, s.Name, s.Description, len(s.Diagnostics))
		}
	}
	deep := "---\ndescription: d\nx: " + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "\n---\n"
	s = parse.Parse([]byte(deep), parse.Options{})
	if s.Description != "d" || !reportsRule(s, parse.RuleYAMLTooDeep) {
		t.Errorf("a deep value: %q, reported %v", s.Description, s.Diagnostics)
	}
	var bomb strings.Builder
	bomb.WriteString("---\ndescription: d\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := range 9 {
		fmt.Fprintf(&bomb, "a%d: &a%d [%s]\n", i+1, i+1, strings.Join(slicesRepeat(fmt.Sprintf("*a%d", i), 10), ", "))
	}
	bomb.WriteString("---\n")
	s = parse.Parse([]byte(bomb.String()), parse.Options{})
	if s.Description != "d" || !reportsRule(s, parse.RuleYAMLExpansion) {
		t.Errorf("an expanding value: %q, reported %v", s.Description, s.Diagnostics)
	}
	if n := countValues(s.Frontmatter.Entries); n > 20*parse.MaxYAMLNodes {
		t.Errorf("the values are %d", n)
	}
}

func slicesRepeat(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

func countValues(entries []parse.Entry) int {
	n := 0
	for _, e := range entries {
		n += 1 + countValue(e.Value)
	}
	return n
}

func countValue(v *parse.Value) int {
	n := 1
	for _, item := range v.Items {
		n += countValue(item)
	}
	return n + countValues(v.Entries)
}

func reportsRule(s *parse.Skill, rule string) bool {
	for _, d := range s.Diagnostics {
		if d.Rule == rule {
			return true
		}
	}
	return false
}
