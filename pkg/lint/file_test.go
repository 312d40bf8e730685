package lint_test

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/linttest"
)

// brokenFS fails to open one file.
type brokenFS struct {
	fs.FS
	name string
}

func (b brokenFS) Open(name string) (fs.File, error) {
	if name == b.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("permission denied")}
	}
	return b.FS.Open(name)
}

func TestWhatIsNotAnalyzedIsAFinding(t *testing.T) {
	t.Parallel()
	tree, err := linttest.ParseTree("-- notes/SKILL.md --\n---\nname: notes\ndescription: d\n---\n" +
		"-- notes/big.txt (1048577 bytes) --\nline\n-- notes/limit.txt (1048576 bytes) --\nline\n" +
		"-- notes/big.png (1100000 bytes, escaped) --\n\\x89PNG\\x0d\\x0a\\x1a\\x0a\n-- notes/secret.md --\ntext\n-- notes/link.md (link) --\nnowhere\n")
	if err != nil {
		t.Fatal(err)
	}
	in := tree.Input(t)
	in.Skills[0].FS = brokenFS{in.Skills[0].FS, "secret.md"}
	result, err := lint.Run(t.Context(), in, lint.Options{Rules: lint.MetaRules()})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range result.Issues {
		if i.Rule == lint.RuleNotAnalyzed {
			got = append(got, i.Path+": "+i.Message)
		}
	}
	want := []string{
		"notes/big.txt: not analyzed: larger than 1024 KiB",
		"notes/secret.md: not analyzed: cannot be read: permission denied",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestProfiles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		names []string
		want  []lint.Profile
	}{
		{nil, []lint.Profile{lint.Core}},
		{[]string{"codex", "core", "codex"}, []lint.Profile{lint.Core, lint.Codex}},
		{[]string{"all"}, lint.Profiles()},
	}
	for _, tt := range tests {
		got, err := lint.ParseProfiles(tt.names)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Error(diff)
		}
	}
	if _, err := lint.ParseProfiles([]string{"claude"}); !errors.Is(err, lint.ErrConfig) {
		t.Errorf("got %v", err)
	}
}
