package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDoubleQuoted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"value", `a: "b"`, []string{"b"}},
		{"key", `"a": b`, []string{"a"}},
		{"escaped quote", `a: "b\"c"`, []string{`b\"c`}},
		{"in single quotes", `a: '"b"'`, nil},
		{"inside a text", `a: b "c"`, nil},
		{"on a line that goes on", "a: b\n  \"c\"", nil},
		{"behind a blank line of a text", "a: b\n\n  \"c\"", nil},
		{"on a line of its own", "a:\n  \"b\"", []string{"b"}},
		{"next key", "a: b\n\"c\": d", []string{"c"}},
		{"item", "- \"a\"\n- b\n- \"c\"", []string{"a", "c"}},
		{"item that goes on", "- a\n  \"b\"", nil},
		{"second key of an item", "- a: b\n  c: \"d\"", []string{"d"}},
		{"block", "a: |\n  \"b\"\nc: \"d\"", []string{"d"}},
		{"block of an item", "- |\n  \"a\"\n- \"b\"", []string{"b"}},
		{"block below a key of an item", "- a: |\n    \"b\"\n  c: \"d\"", []string{"d"}},
		{"flow", `a: ["b", {c: "d"}]`, []string{"b", "d"}},
		{"not closed", "a: \"b", []string{"b"}},
		{"comment", "a: b # \"c\"\nd: \"e\"", []string{"e"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range doubleQuoted([]byte(c.src), 0, len(c.src)) {
				got = append(got, c.src[r[0]:r[1]])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
