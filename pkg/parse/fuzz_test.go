package parse_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillctl/skillctl/pkg/parse"
)

// FuzzParse: reading never panics, gives the same twice, keeps every position
// inside the file and in order, and the body is the end of the source.
func FuzzParse(f *testing.F) {
	for _, c := range readCases {
		f.Add([]byte(c.src))
	}
	for _, c := range yamlCases {
		f.Add([]byte("---\n" + c.yaml + "---\nbody\n"))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		s := parse.Parse(src, parse.Options{Path: "x/SKILL.md", DirName: "x"})
		if !bytes.HasSuffix(src, []byte(s.Body())) {
			t.Fatal("the body is not the end of the source")
		}
		if s.Skip == nil && (s.Name == "" || s.Description == "") {
			t.Fatal("a skill without name or description is loaded")
		}
		checkSkill(t, s)
		again := parse.Parse(bytes.Clone(src), parse.Options{Path: "x/SKILL.md", DirName: "x"})
		if diff := cmp.Diff(s, again, cmpopts.IgnoreUnexported(parse.Skill{}), cmpopts.IgnoreUnexported(parse.Lines{})); diff != "" {
			t.Fatalf("not the same twice:\n%s", diff)
		}
	})
}

func checkSkill(t *testing.T, s *parse.Skill) {
	t.Helper()
	for _, d := range s.Diagnostics {
		checkSpan(t, s, d.Span)
		at := 0
		for _, e := range d.Fix {
			if e.Start < at || e.End < e.Start || e.End > len(s.Source) {
				t.Fatalf("fix %v of %s leaves the file or overlaps", e, d)
			}
			at = e.End
		}
		if parse.DefaultSeverity(d.Rule) != d.Severity {
			t.Fatalf("%s has severity %s", d.Rule, d.Severity)
		}
	}
	if s.Frontmatter != nil {
		for _, e := range s.Frontmatter.Entries {
			checkSpan(t, s, e.KeySpan)
			checkValue(t, s, e.Value, 0)
		}
	}
	for _, tool := range s.AllowedTools {
		checkSpan(t, s, tool.Span)
	}
	if len(s.Source) > 1<<14 {
		return
	}
	m := s.Markdown()
	for _, h := range m.Headings {
		checkSpan(t, s, h.Span)
	}
	for _, l := range m.Links {
		checkSpan(t, s, l.Span)
		checkSpan(t, s, l.DestinationSpan)
	}
	for _, c := range m.CodeBlocks {
		checkSpan(t, s, c.Span)
	}
	s.ClaudeCode()
	s.OpenClaw()
	s.Tulip()
	s.Codex()
}

func checkValue(t *testing.T, s *parse.Skill, v *parse.Value, depth int) {
	t.Helper()
	checkSpan(t, s, v.Span)
	if depth > 3 || v.Alias != "" {
		return
	}
	for _, item := range v.Items {
		checkValue(t, s, item, depth+1)
	}
	for _, e := range v.Entries {
		checkSpan(t, s, e.KeySpan)
		checkValue(t, s, e.Value, depth+1)
	}
}

func checkSpan(t *testing.T, s *parse.Skill, span parse.Span) {
	t.Helper()
	if !span.IsValid() {
		return
	}
	start, end := span.Start, span.End
	if start.Offset < 0 || end.Offset < start.Offset || end.Offset > len(s.Source) {
		t.Fatalf("span %v leaves a file of %d bytes", span, len(s.Source))
	}
	if end.Line < start.Line || start.Column < 1 || end.Column < 1 {
		t.Fatalf("span %v is not in order", span)
	}
	if utf8.Valid(s.Source) && start.Offset < len(s.Source) && !utf8.RuneStart(s.Source[start.Offset]) {
		t.Fatalf("span %v starts inside a character", span)
	}
	if s.Lines.Pos(start.Offset) != start || s.Lines.Offset(start.Line, start.Column) != start.Offset {
		t.Fatalf("position %v does not lead back to itself", start)
	}
}

// FuzzTools: the corrected reading finds no name that is not a piece of a
// line of the body, and every span leads to its name.
func FuzzTools(f *testing.F) {
	for _, c := range toolCases {
		f.Add(c.body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := parse.Parse([]byte("---\ndescription: d\n---\n"+body), parse.Options{})
		if s.Frontmatter == nil {
			return
		}
		for _, tools := range [][]parse.Tool{s.Tools(), s.ToolsTRPC()} {
			last := 0
			for _, tool := range tools {
				if got := string(s.Source[tool.Span.Start.Offset:tool.Span.End.Offset]); got != tool.Name || tool.Name == "" {
					t.Fatalf("span of %q is %q", tool.Name, got)
				}
				if tool.Span.Start.Offset < last {
					t.Fatal("tools are not in order")
				}
				last = tool.Span.End.Offset
			}
		}
	})
}

// FuzzAllowedTools: every token is a piece of the value, tokens are in order,
// and joined by blanks they are read as the same tokens again.
func FuzzAllowedTools(f *testing.F) {
	for _, c := range allowedCases {
		f.Add(c.value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		src := []byte(value)
		v := &parse.Value{Kind: parse.Scalar, Text: value, Span: parse.NewLines(src).Span(0, len(src))}
		tools, _ := parse.ParseAllowedTools(v, parse.NewLines(src), "x")
		var raw []string
		for _, tool := range tools {
			if got := value[tool.Span.Start.Offset:tool.Span.End.Offset]; got != tool.Raw {
				t.Fatalf("span of %q is %q", tool.Raw, got)
			}
			raw = append(raw, tool.Raw)
		}
		joined := strings.Join(raw, " ")
		v.Text, v.Span = joined, parse.NewLines([]byte(joined)).Span(0, len(joined))
		again, _ := parse.ParseAllowedTools(v, parse.NewLines([]byte(joined)), "x")
		if len(again) != len(tools) {
			t.Fatalf("%q has %d tokens, %q has %d", value, len(tools), joined, len(again))
		}
		for i := range again {
			if again[i].Raw != tools[i].Raw || again[i].Tool != tools[i].Tool || again[i].Specifier != tools[i].Specifier {
				t.Fatalf("%v and %v", tools[i], again[i])
			}
		}
	})
}
