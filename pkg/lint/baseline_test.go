package lint_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillctl/skillctl/pkg/lint"
)

func TestFingerprintsSurviveMoves(t *testing.T) {
	t.Parallel()
	table := []lint.Rule{wordRule("foo", "foo", "", everywhere)}
	fingerprint := func(text string) []string {
		var all []string
		for _, i := range run(t, text, lint.Options{Rules: table}).Issues {
			all = append(all, i.Fingerprint)
		}
		return all
	}
	const front = "---\nname: notes\ndescription: Tidies notes.\n---\n"
	base := fingerprint(front + "a foo here\n")
	same := map[string]string{
		"lines moved":    front + "\n\n# Title\n\na foo here\n",
		"indented":       front + "  a  foo here\n",
		"directory":      "-- deep/down/notes/SKILL.md --\n" + front + "a foo here\n",
		"CRLF":           "-- notes/SKILL.md (crlf) --\n" + front + "a foo here\n",
		"other findings": front + "another foo\na foo here\n",
	}
	for name, text := range same {
		if got := fingerprint(text); got[len(got)-1] != base[0] {
			t.Errorf("%s: %v, want %v", name, got, base)
		}
	}
	for name, text := range map[string]string{
		"other line":  front + "a foo there\n",
		"other skill": "---\nname: other\ndescription: Tidies notes.\n---\na foo here\n",
	} {
		if got := fingerprint(text); got[0] == base[0] {
			t.Errorf("%s: has the same fingerprint", name)
		}
	}
	twice := fingerprint(front + "a foo here\na foo here\n")
	if twice[0] != base[0] || twice[1] == base[0] {
		t.Errorf("the second of two equal places must differ: %v", twice)
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	table := []lint.Rule{wordRule("foo", "foo", "", everywhere)}
	const front = "---\nname: notes\ndescription: Tidies notes.\n---\n"
	known := run(t, front+"foo 1\nfoo 2\n", lint.Options{Rules: table}).Known

	var file bytes.Buffer
	if err := known.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := lint.ReadBaseline(file.Bytes(), "baseline.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(known, read); diff != "" {
		t.Error(diff)
	}

	now := run(t, front+"foo 3\n\nfoo 2\n", lint.Options{Rules: table, Baseline: read})
	if diff := cmp.Diff([]string{"notes/SKILL.md:5:1 warning foo [core]"}, shown(now.Issues)); diff != "" {
		t.Error(diff)
	}
	if now.Summary.Baselined != 1 {
		t.Errorf("%d baselined, want 1", now.Summary.Baselined)
	}

	next, left := now.Known.Shrink(read)
	if len(next.Findings) != 1 || left != 1 {
		t.Errorf("shrank to %d entries and left out %d, want 1 and 1", len(next.Findings), left)
	}
	now.Apply(now.Known)
	if len(now.Issues) != 0 || now.Summary.Baselined != 2 || now.Summary.Warnings != 0 {
		t.Errorf("after applying: %+v", now.Summary)
	}
}

func TestBrokenBaseline(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{", "[]", `{"version":2,"findings":[]}`, `{"version":1,"finds":[]}`} {
		if _, err := lint.ReadBaseline([]byte(text), "b.json"); !errors.Is(err, lint.ErrConfig) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	if diff := cmp.Diff([]lint.BaselineEntry{}, lint.NewBaseline(nil).Findings, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}
