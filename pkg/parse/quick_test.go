package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// both reads a text the quick way and with the library.
func both(src []byte) (fast, full *Value, fastReport, fullReport []Diagnostic, err error) {
	read := func() *document {
		return &document{r: &report{lines: NewLines(src)}, src: src, end: len(src)}
	}
	d := read()
	fast, fastReport = d.quick(), d.r.list
	d = read()
	full, _, err = d.readFull()
	return fast, full, fastReport, d.r.list, err
}

func TestQuick(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		quick bool
	}{
		{"a: b\n", true},
		{"a: b # c\nd: e#f \n", true},
		{"name: a\ndescription: \"b: c\"\nlicense: 'd' # e\n", true},
		{"# x\n\na: b\n  # y\nc:\n", true},
		{"a: |\n  b\n   c\n\n  d\n\nx: y\n", true},
		{"a: >-\n  b\n  c\n\n  d\n\n", true},
		{"a: >\n  b  \n  c\n# x\nb: c\n", true},
		{"a:\n  b: c\n  d: 1\ne: ~\n", true},
		{"a:\n- b\n- 'c'\nd:\n  - e\n", true},
		{"a: b\na: c\n1: d\ntrue: e\n", true},
		{"a: b\r\nc: |\r\n  d\r\n  e\r\n", true},
		{"a: b", true},
		{"  a: b\n", false},
		{"a: b\n  c\n", false},
		{"a: b: c\n", false},
		{"a: [b]\n", false},
		{"a:\n  b:\n    c: d\n", false},
		{"a: \"b\\n\"\n", false},
		{"a: >\n  b\n    c\n", false},
		{"a: |\n\n  b\n", false},
		{"a: |+\n  b\n", false},
		{"a: |\n  b", false},
		{"- a\n", false},
		{"a: b\n---\nc: d\n", false},
		{"a:\tb\n", false},
	} {
		fast, full, fastReport, fullReport, err := both([]byte(c.text))
		if (fast != nil) != c.quick {
			t.Errorf("%q read the quick way: %t, want %t", c.text, fast != nil, c.quick)
		}
		if fast == nil {
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
		if diff := cmp.Diff(full, fast); diff != "" {
			t.Errorf("%q (-full +quick):\n%s", c.text, diff)
		}
		if diff := cmp.Diff(fullReport, fastReport); diff != "" {
			t.Errorf("%q reports (-full +quick):\n%s", c.text, diff)
		}
	}
}

// FuzzQuick: what is read the quick way is what the library reads.
func FuzzQuick(f *testing.F) {
	for _, text := range []string{
		"name: a\ndescription: \"b: c\"\nlicense: 'd' # e\n",
		"a: |\n  b\n   c\n\n  d\n\nx: >-\n  y\n\n  z\n",
		"a:\n  b: c\n  d: 1\ne:\n- f\n- 2\n",
		"# x\n\na: b\n # y\nc:\n\nd: e#f\n",
		"a:\n  - b\n  - 'c'\n\"q\": r\n",
		"a: |\n  \tb\nc: >#d\n  e\u2028f\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if invalidUTF8(src) >= 0 {
			return
		}
		fast, full, fastReport, fullReport, err := both(src)
		if fast == nil {
			return
		}
		if err != nil {
			t.Fatalf("quick reads %v; the library: %v", fast, err)
		}
		if diff := cmp.Diff(full, fast); diff != "" {
			t.Fatalf("(-full +quick):\n%s", diff)
		}
		if diff := cmp.Diff(fullReport, fastReport); diff != "" {
			t.Fatalf("reports (-full +quick):\n%s", diff)
		}
	})
}
