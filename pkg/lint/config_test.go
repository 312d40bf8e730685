package lint_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

var knownRules = []string{"name-format", "link-missing"}

func TestReadConfig(t *testing.T) {
	t.Parallel()
	const text = `# comment
lint:
  targets: [core, codex]
  fail-on: warning
  min-severity: info
  baseline: .skillctl-baseline.json
  rules:
    name-format: error
    link-missing: off
  exclude:
    - vendor/
    - "./**/fixtures"
  overrides:
    - paths: legacy/**
      rules: {name-format: info}
  limits:
    body-lines: 800
`
	got, err := lint.ReadConfig([]byte(text), ".skillctl.yaml", knownRules)
	if err != nil {
		t.Fatal(err)
	}
	want := &lint.Config{
		Targets: []lint.Profile{lint.Core, lint.Codex}, FailOn: "warning", MinSeverity: parse.Info,
		Baseline:  ".skillctl-baseline.json",
		Rules:     lint.Settings{"name-format": parse.Error, "link-missing": 0},
		Exclude:   []string{"vendor", "**/fixtures"},
		Overrides: []lint.Override{{Paths: []string{"legacy/**"}, Rules: lint.Settings{"name-format": parse.Info}}},
		Limits:    lint.Limits{BodyLines: 800},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadConfigEmpty(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# nothing\n", "lint:\n", "lint: {}\n"} {
		if _, err := lint.ReadConfig([]byte(text), "c", nil); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestReadConfigErrors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want, hint string }{
		"top key":       {"linter: {}\n", `c:1:1: unknown key "linter"`, `did you mean "lint"?`},
		"outside":       {"targets: [core]\n", `c:1:1: unknown key "targets"`, `put it below lint:`},
		"key":           {"lint:\n  targts: [core]\n", `c:2:3: unknown key "targts"`, `did you mean "targets"?`},
		"twice":         {"lint:\n  targets: [core]\n  targets: [spec]\n", `c:3:3: key "targets" stands twice, first in line 2; some clients refuse the file, the others read this one`, "delete one of them"},
		"profile":       {"lint:\n  targets: [core, kodex]\n", `c:2:19: unknown value "kodex"`, `did you mean "codex"?`},
		"rule":          {"lint:\n  rules:\n    name-fromat: off\n", `c:3:5: unknown rule "name-fromat"`, `did you mean "name-format"?`},
		"severity":      {"lint:\n  rules:\n    name-format: warn\n", `c:3:18: unknown value "warn"`, `did you mean "warning"?`},
		"false":         {"lint:\n  rules:\n    name-format: false\n", `c:3:18: unknown value "false"`, `use one of error, warning, info, off`},
		"fail-on":       {"lint:\n  fail-on: [error]\n", `c:2:12: unknown value ""`, `use one of never, error, warning, info`},
		"not a mapping": {"lint: yes\n", `c:1:7: expected a mapping of keys to values`, "write lines such as baseline: …"},
		"not a number":  {"lint:\n  limits:\n    body-lines: many\n", `c:3:17: expected a whole number above zero, got "many"`, "write a number such as 500"},
		"no paths":      {"lint:\n  overrides:\n    - rules: {name-format: off}\n", `c:3:7: an override needs paths`, `add paths: ["some/dir/**"]`},
		"pattern":       {"lint:\n  exclude: [\"a[\"]\n", `c:2:13: malformed pattern "a["`, "patterns are those of doublestar: * ? [a-z] {a,b} **"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := lint.ReadConfig([]byte(tt.text), "c", knownRules)
			own, ok := errors.AsType[*lint.ConfigError](err)
			if !ok || !errors.Is(err, lint.ErrConfig) {
				t.Fatalf("got %v", err)
			}
			if own.Error() != tt.want || own.Hint() != tt.hint {
				t.Errorf("got  %s (%s)\nwant %s (%s)", own, own.Hint(), tt.want, tt.hint)
			}
		})
	}
}

func TestExcludes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		dir, work, pattern, path string
		want                     bool
	}{
		{"", "", "vendor", "vendor/a/SKILL.md", true},
		{"", "", "vendor", "vendors/a/SKILL.md", false},
		{"", "", "**/fixtures", "a/fixtures/b.md", true},
		{"", "", "*.md", "a/b.md", false},
		{"/repo", "/repo", "a", "a/SKILL.md", true},
		{"/repo", "/repo/sub", "sub/a", "a/SKILL.md", true},
		{"/repo", "/repo/sub", "a", "a/SKILL.md", false},
		{"/repo/sub", "/repo", "a", "sub/a/SKILL.md", true},
		{"/repo/sub", "/repo", "a", "a/SKILL.md", false},
		{"/repo", "/repo", "a", "/repo/a/SKILL.md", true},
		{"/repo", "/repo", "a", "/elsewhere/a/SKILL.md", false},
	}
	for _, tt := range tests {
		c := &lint.Config{Dir: tt.dir, WorkDir: tt.work, Exclude: []string{tt.pattern}}
		if got := c.Excludes(tt.path); got != tt.want {
			t.Errorf("%+v: got %t", tt, got)
		}
	}
}
