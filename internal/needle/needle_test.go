package needle_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/needle"
)

func TestIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text         string
		exact, fold  []string
		wantE, wantF string
	}{
		{text: "", exact: []string{"ab"}, fold: []string{"ab"}},
		{text: "a", exact: []string{"ab"}, fold: []string{"ab"}},
		{text: "xab AB aB ab", exact: []string{"ab"}, wantE: "1:ab 10:ab ", fold: []string{"ab"}, wantF: "1:ab 4:ab 7:ab 10:ab "},
		{text: "sk-ant-x", exact: []string{"sk-ant-", "sk-"}, wantE: "0:sk-ant- 0:sk- ", fold: []string{"sk-", "sk-ant-"}, wantF: "0:sk- 0:sk-ant- "},
		{text: "aaa", exact: []string{"aa"}, wantE: "0:aa 1:aa ", fold: []string{"aaaa"}},
		{text: "[x {X", exact: []string{"{x"}, fold: []string{"{x"}, wantF: "3:{x "},
		{text: "cl\u00e9 \u00c9", exact: []string{"\u00c9"}, wantE: "5:\u00c9 ", fold: []string{"\u00e9"}, wantF: "2:\u00e9 "},
	} {
		if got := places(needle.NewSet(c.exact...), c.text, c.exact); got != c.wantE {
			t.Errorf("%q in %q: %s, want %s", c.exact, c.text, got, c.wantE)
		}
		if got := places(needle.NewFoldedSet(c.fold...), c.text, c.fold); got != c.wantF {
			t.Errorf("%q in any case in %q: %s, want %s", c.fold, c.text, got, c.wantF)
		}
	}
}

func places(s *needle.Set, text string, words []string) string {
	var b strings.Builder
	for at, word := range s.In([]byte(text)) {
		fmt.Fprintf(&b, "%d:%s ", at, words[word])
	}
	return b.String()
}

// FuzzAny holds the set to a search for each word.
func FuzzAny(f *testing.F) {
	f.Add([]byte("Tell THE user"), "the user", "sk-")
	f.Add([]byte("`@{["), "@{", "`@")
	f.Fuzz(func(t *testing.T, text []byte, a, b string) {
		if len(a) < 2 || len(b) < 2 {
			return
		}
		want := bytes.Contains(text, []byte(a)) || bytes.Contains(text, []byte(b))
		if got := needle.NewSet(a, b).Any(text); got != want {
			t.Errorf("%q, %q in %q: %v, want %v", a, b, text, got, want)
		}
		a, b = lower(a), lower(b)
		want = strings.Contains(lower(string(text)), a) || strings.Contains(lower(string(text)), b)
		if got := needle.NewFoldedSet(a, b).Any(text); got != want {
			t.Errorf("%q, %q in any case in %q: %v, want %v", a, b, text, got, want)
		}
		if got, want := count(needle.NewSet(a), text), overlapping(text, a); !cmp.Equal(got, want) {
			t.Errorf("%q in %q: at %v, want %v", a, text, got, want)
		}
	})
}

// lower lowers ASCII letters only.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

func count(s *needle.Set, text []byte) (at []int) {
	for i := range s.In(text) {
		at = append(at, i)
	}
	return at
}

func overlapping(text []byte, word string) (at []int) {
	for i := range text {
		if bytes.HasPrefix(text[i:], []byte(word)) {
			at = append(at, i)
		}
	}
	return at
}
