package parse

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFind(t *testing.T) {
	t.Parallel()
	c := scan(t, ScanOptions{}, Root{FS: plantFS(map[string]string{
		"p1/start/SKILL.md": skillText("start"), "p2/start/SKILL.md": skillText("start"),
		"pdf-dir/SKILL.md": skillText("pdf-reader"), "a/same/SKILL.md": skillText("one"), "b/same/SKILL.md": skillText("two"),
		"at/SKILL.md": skillText("'@scope/at'"), "broken/SKILL.md": "---\nname: broken\n---\n",
		"pdf-dir/in/--help/SKILL.md": skillText("--help"), "p1/more/SKILL.md": skillText("pdf-dir2"),
	})})
	cases := []struct {
		arg, want string // path, or error
		close     []string
	}{
		{arg: "start", want: "p1/start/SKILL.md"},
		{arg: "start@p2/start", want: "p2/start/SKILL.md"},
		{arg: "start@p2/start/SKILL.md", want: "p2/start/SKILL.md"},
		{arg: "start@./p1/start/", want: "p1/start/SKILL.md"},
		{arg: "start@start", want: "ambiguous"},
		{arg: "start@p3", want: "not found"},
		{arg: "pdf-reader", want: "pdf-dir/SKILL.md"},
		{arg: "pdf-dir", want: "pdf-dir/SKILL.md"},
		{arg: "same", want: "ambiguous"},
		{arg: "same@a/same", want: "a/same/SKILL.md"},
		{arg: "@scope/at", want: "at/SKILL.md"},
		{arg: "@scope/at@at", want: "at/SKILL.md"},
		{arg: "broken", want: "skipped"},
		{arg: "--help", want: "pdf-dir/in/--help/SKILL.md"},
		{arg: "pdf-raeder", want: "not found", close: []string{"pdf-reader"}},
		{arg: "PDF", want: "not found", close: []string{"pdf-dir2", "pdf-reader"}},
		{arg: "", want: "not found"},
		{arg: "@", want: "not found"},
	}
	for _, tc := range cases {
		s, err := c.Find(tc.arg)
		got := ""
		var missing *NotFoundError
		var several *AmbiguousError
		switch {
		case errors.As(err, &missing):
			got = "not found"
			if diff := cmp.Diff(tc.close, missing.Close); diff != "" {
				t.Errorf("%s: closest (-want +got):\n%s", tc.arg, diff)
			}
		case errors.As(err, &several):
			got = "ambiguous"
		case errors.Is(err, ErrSkipped):
			got = "skipped"
		case err == nil:
			got = s.Path
		}
		if got != tc.want {
			t.Errorf("%s: got %s (%v), want %s", tc.arg, got, err, tc.want)
		}
	}
	winner, err := c.Find("start")
	if err != nil {
		t.Fatal(err)
	}
	if twins := c.Twins(winner); len(twins) != 1 || twins[0].Path != "p2/start/SKILL.md" {
		t.Errorf("twins of %s: %v", winner.Path, twins)
	}
}

func TestFindErrors(t *testing.T) {
	t.Parallel()
	a, b := &Skill{Path: "x/a/SKILL.md"}, &Skill{Path: "y/a/SKILL.md"}
	for _, tc := range []struct {
		err interface {
			error
			Hint() string
		}
		text, hint string
	}{
		{&NotFoundError{Name: "c"}, `no skill called "c"`, "see the names with: skillctl list"},
		{&NotFoundError{Name: "c", Close: []string{"a", "b"}}, `no skill called "c"`, "did you mean a, b?"},
		{&AmbiguousError{Name: "a", Skills: []*Skill{a, b}}, `"a" could be any of x/a/SKILL.md, y/a/SKILL.md`, "name the skill by its path"},
	} {
		if tc.err.Error() != tc.text || tc.err.Hint() != tc.hint {
			t.Errorf("%q, hint %q; want %q, %q", tc.err.Error(), tc.err.Hint(), tc.text, tc.hint)
		}
	}
}
