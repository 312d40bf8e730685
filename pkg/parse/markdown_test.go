package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

// describe prints an index one item a line, each with the source at its span.
func describe(src string, m *parse.Markdown) string {
	at := func(s parse.Span) string {
		return fmt.Sprintf("%d:%d %q", s.Start.Line, s.Start.Column, src[s.Start.Offset:s.End.Offset])
	}
	var b strings.Builder
	for _, h := range m.Headings {
		fmt.Fprintf(&b, "h%d %q #%s @ %s\n", h.Level, h.Text, h.Slug, at(h.Span))
	}
	for _, l := range m.Links {
		fmt.Fprintf(&b, "link%d %q -> %q @ %s, %s\n", l.Kind, l.Text, l.Destination, at(l.Span), at(l.DestinationSpan))
	}
	for _, c := range m.CodeSpans {
		fmt.Fprintf(&b, "code %q @ %s\n", c.Text, at(c.Span))
	}
	for _, c := range m.CodeBlocks {
		fmt.Fprintf(&b, "block %q %q @ %s\n", c.Info, c.Text, at(c.Span))
	}
	for _, c := range m.Comments {
		fmt.Fprintf(&b, "comment %q @ %s\n", c.Text, at(c.Span))
	}
	for _, a := range m.Anchors {
		fmt.Fprintf(&b, "anchor %s @ %s\n", a.Name, at(a.Span))
	}
	return b.String()
}

func TestParseMarkdown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, src, want string }{
		{
			"headings", "# Ünder_the `x` & *y*!\n\nSet\ntext\n===\n\n## A b\n## A b ##\n##\n",
			`h1 "Ünder_the x & y!" #ünder_the-x--y @ 1:3 "Ünder_the ` + "`x`" + ` & *y*!"
h1 "Set text" #set-text @ 3:1 "Set\ntext"
h2 "A b" #a-b @ 7:4 "A b"
h2 "A b" #a-b-1 @ 8:4 "A b"
h2 "" # @ 9:1 ""
code "x" @ 1:14 "x"
`,
		},
		{
			"links", "é [a](b.md), [c *d*](<e f.md> \"t)\") ![i](p\\_q.png 'x') [x]() <https://e.org>.\n",
			`link0 "a" -> "b.md" @ 1:3 "[a](b.md)", 1:7 "b.md"
link0 "c d" -> "e f.md" @ 1:14 "[c *d*](<e f.md> \"t)\")", 1:23 "e f.md"
link1 "i" -> "p_q.png" @ 1:37 "![i](p\\_q.png 'x')", 1:42 "p\\_q.png"
link0 "x" -> "" @ 1:56 "[x]()", 1:56 "[x]()"
link3 "https://e.org" -> "https://e.org" @ 1:63 "https://e.org", 1:63 "https://e.org"
`,
		},
		{
			"references", "[a][r] [r][] [r] ![i][r] [no]\n\n[r]: to/x.md 'title'\n",
			`link2 "a" -> "to/x.md" @ 1:1 "[a][r]", 3:6 "to/x.md"
link2 "r" -> "to/x.md" @ 1:8 "[r][]", 3:6 "to/x.md"
link2 "r" -> "to/x.md" @ 1:14 "[r]", 3:6 "to/x.md"
link1 "i" -> "to/x.md" @ 1:18 "![i][r]", 3:6 "to/x.md"
link4 "r" -> "to/x.md" @ 3:1 "[r]: to/x.md 'title'", 3:6 "to/x.md"
`,
		},
		{
			"image in link", "[![a](b.png)](c.md)\n",
			`link0 "a" -> "c.md" @ 1:1 "[![a](b.png)](c.md)", 1:15 "c.md"
link1 "a" -> "b.png" @ 1:2 "![a](b.png)", 1:7 "b.png"
`,
		},
		{
			"code", "x `a/b.md` `` ` `` y\n\n```sh title\nls [x](y)\n```\n\n    indented\n\n| a | b |\n|---|---|\n| `c` | [d](e) |\n",
			"link0 \"d\" -> \"e\" @ 11:9 \"[d](e)\", 11:13 \"e\"\n" +
				"code \"a/b.md\" @ 1:4 \"a/b.md\"\ncode \"`\" @ 1:15 \"`\"\ncode \"c\" @ 11:4 \"c\"\n" +
				"block \"sh title\" \"ls [x](y)\\n\" @ 4:1 \"ls [x](y)\\n\"\n" +
				"block \"\" \"indented\\n\" @ 7:5 \"indented\\n\"\n",
		},
		{
			"html", "<!-- one -->\n\ntext <!-- two\nlines --> <a name=\"x\"></a>\n\n<div id='y'><!-- z --></div>\n\n`<!-- no -->`\n",
			`code "<!-- no -->" @ 8:2 "<!-- no -->"
comment " one " @ 1:1 "<!-- one -->"
comment " two\nlines " @ 3:6 "<!-- two\nlines -->"
comment " z " @ 6:13 "<!-- z -->"
anchor x @ 4:20 "x"
anchor y @ 6:10 "y"
`,
		},
		{
			"CRLF", "# A\r\n\r\n[a](b)\r\n\r\n```\r\nx\r\n```\r\n",
			"h1 \"A\" #a @ 1:3 \"A\"\nlink0 \"a\" -> \"b\" @ 3:1 \"[a](b)\", 3:5 \"b\"\nblock \"\" \"x\\r\\n\" @ 6:1 \"x\\r\\n\"\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, describe(c.src, parse.ParseMarkdown([]byte(c.src), 0))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMarkdownOfSkill(t *testing.T) {
	t.Parallel()
	src := "---\nname: a\ndescription: b\n---\n# T\n\n- x\n\n  ```go\n  a\n   b\n  ```\n"
	s := parse.Parse([]byte(src), parse.Options{})
	m := s.Markdown()
	if got := m.Headings[0].Span.Start; got.Line != 5 || got.Column != 3 {
		t.Errorf("heading at %d:%d, want 5:3", got.Line, got.Column)
	}
	block := m.CodeBlocks[0]
	if block.Text != "a\n b\n" || block.Language() != "go" {
		t.Fatalf("code %q in %q", block.Text, block.Language())
	}
	if at := block.Offset(strings.Index(block.Text, "b")); src[at] != 'b' || s.Lines.Pos(at).Line != 11 {
		t.Errorf("b of the code is at %v", s.Lines.Pos(at))
	}
	if !m.Fragment("t") || m.Fragment("x") {
		t.Error("fragments: t leads to the heading, x nowhere")
	}
}
