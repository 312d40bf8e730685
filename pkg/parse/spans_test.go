package parse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Every key and value knows the characters it is written with.
func TestSpans(t *testing.T) {
	t.Parallel()
	src := strings.Join([]string{
		"# comment",
		"né: plain text # comment",
		"multi: first line",
		"  second  line",
		"single: 'it''s'",
		`double: "a \"b\" \\"`,
		"wrapped: \"one",
		"  two\"",
		"literal: |",
		"  x",
		"",
		"    y",
		"",
		"folded: >-",
		"  z",
		"flow: [a, 'b c', {d: e}]",
		"empty:",
		"list:",
		"- item",
		"- key: v",
		"  more: w",
		"map:",
		"  'q k' : 1.0",
		"  deep:",
		"    - [x,",
		"      y]",
		"anchor: &n",
		"  a: b",
		"alias: *n",
		"tag: !!str 5",
		"? complex",
		": value",
		"last: ünïcode é",
	}, "\n")
	v, diagnostics := parse.ParseYAML([]byte(src), "f.yaml")
	for _, d := range diagnostics {
		if d.Severity == parse.Error {
			t.Fatal(d)
		}
	}
	at := func(s parse.Span) string { return src[s.Start.Offset:s.End.Offset] }
	var got []string
	for _, e := range v.Entries {
		got = append(got, at(e.KeySpan)+" = "+at(e.Value.Span))
	}
	want := []string{
		"né = plain text",
		"multi = first line\n  second  line",
		"single = 'it''s'",
		`double = "a \"b\" \\"`,
		"wrapped = \"one\n  two\"",
		"literal = |\n  x\n\n    y",
		"folded = >-\n  z",
		"flow = [a, 'b c', {d: e}]",
		"empty = ",
		"list = - item\n- key: v\n  more: w",
		"map = 'q k' : 1.0\n  deep:\n    - [x,\n      y]",
		"anchor = &n\n  a: b",
		"alias = *n",
		"tag = !!str 5",
		"complex = value",
		"last = ünïcode é",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	deep, _ := v.Lookup("map")
	version, _ := deep.Lookup("q k")
	if version.Text != "1.0" || version.Tag != "float" || version.Span.Start.Line != 23 || version.Span.Start.Column != 11 {
		t.Errorf("map.q k is %q, %s at %v", version.Text, version.Tag, version.Span.Start)
	}
	alias, _ := v.Lookup("alias")
	if b, ok := alias.Lookup("a"); !ok || b.Text != "b" || alias.Alias != "n" {
		t.Errorf("the alias is %+v", alias)
	}
	list, _ := v.Lookup("list")
	if at(list.Items[1].Span) != "key: v\n  more: w" {
		t.Errorf("second item is %q", at(list.Items[1].Span))
	}
	multi, _ := v.Lookup("multi")
	if multi.Text != "first line second  line" {
		t.Errorf("multi is %q", multi.Text)
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	for tag, texts := range map[string][]string{
		"null":      {"", "~", "null", "NULL"},
		"bool":      {"true", "False", "TRUE"},
		"int":       {"0", "-12", "+3", "0x1F", "0o17", "007"},
		"float":     {"1.0", ".5", "-1e3", "1.", ".inf", "-.INF", ".nan", "1e999"},
		"timestamp": {"2026-01-02", "2026-01-02T03:04:05Z", "2026-01-02 03:04:05"},
		"str":       {"yes", "on", "no", "1.0.0", "-x", "+", "0x", "0xg", "1_000", "e5", "2026-1-2", "v1", "1 2", ".", "2026-01-02x", "2026/01/02", "2026-01/02", "20261-1-02", "2026-1a-02", "2026-01-1a", "inf", "nan"},
	} {
		for _, text := range texts {
			v, _ := parse.ParseYAML([]byte("k: "+text+"\n"), "f")
			if value, _ := v.Lookup("k"); value.Tag != tag {
				t.Errorf("%q is %s, want %s", text, value.Tag, tag)
			}
		}
	}
}

func TestParseYAML(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, report string }{
		{"", ""},
		{"a: b\n", ""},
		{"# x\n---\na: b\n...\n", ""},
		{"%YAML 1.1\n---\na: b\n---\n# x\n", ""},
		{"a: b\n---\nc: d\n", "f:2:1: --- ends the YAML"},
		{"\ufeffa: b\n", "f:1:1: the file starts with a byte order mark"},
		{"a: b: c\n", "f:1:5: a colon followed by a blank"},
		{"a: \xff\n", "f:1:4: byte 0xff"},
		{"rules:\n  x: [a\n", "f:2:6: [ is not closed"},
		{"rules:\n\tx: a\n", "f:2:1: tab in the indentation"},
		{"a: \x00\n", "f:1:4: NUL"},
	} {
		v, ds := parse.ParseYAML([]byte(c.src), "f")
		if c.report == "" {
			if len(ds) > 0 || (v == nil) != (c.src == "") {
				t.Errorf("%q: %v, %v", c.src, v, ds)
			}
			continue
		}
		if len(ds) == 0 || !strings.HasPrefix(ds[0].String(), c.report) {
			t.Errorf("%q: %v, want %s", c.src, ds, c.report)
		}
		if len(ds) > 0 && ds[0].Severity == parse.Error && v != nil {
			t.Errorf("%q cannot be read and is %v", c.src, v)
		}
	}
}
