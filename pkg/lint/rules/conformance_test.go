package rules_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

// TestConformance holds the verdict of the profile spec against the table of
// the reference validator's verdicts.
func TestConformance(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("SKILLCTL_TESTDATA")
	if dir == "" {
		t.Skip("SKILLCTL_TESTDATA does not name the folder with conformance/frontmatter.json")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "conformance", "frontmatter.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Cases []struct {
			ID, Dir, Spec string
			Files         map[string][]byte
		}
	}
	if err := json.Unmarshal(raw, &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Cases) == 0 {
		t.Fatal("the table is empty")
	}
	for _, c := range table.Cases {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			refused := specErrors(t, c.Dir, c.Files)
			if (len(refused) > 0) != (c.Spec == "error") {
				t.Errorf("want %s, got errors %q", c.Spec, refused)
			}
		})
	}
}

// specErrors are the errors that the profile spec finds in the SKILL.md of one
// skill.
func specErrors(t *testing.T, dir string, files map[string][]byte) []string {
	t.Helper()
	tree := fstest.MapFS{}
	for name, data := range files {
		tree[dir+"/"+name] = &fstest.MapFile{Data: data, Mode: 0o644}
	}
	catalog, err := parse.Scan(t.Context(), []parse.Root{{Kind: "dir", FS: tree}}, parse.ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := lint.Run(t.Context(), lint.InputOf(catalog), lint.Options{
		Rules: rules.All(), Profiles: []lint.Profile{lint.Spec}, MinSeverity: parse.Error,
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, i := range result.Issues {
		found = append(found, i.Rule+": "+i.Message)
	}
	return found
}

// TestSpecVerdict has cases beyond the table, each run through the reference
// validator of agentskills/agentskills (69ef37e, strictyaml 1.6.1).
func TestSpecVerdict(t *testing.T) {
	t.Parallel()
	const head = "name: ok-skill\ndescription: Does a thing.\n"
	for _, c := range []struct {
		name, frontmatter string
		refused           bool
	}{
		{"minimal", head, false},
		{"block begins with a tab", "name: ok-skill\ndescription: |\n  \ta\n", false},
		{"nested block begins with a tab", head + "metadata:\n  a: |\n    \tb\n", false},
		{"tab as indentation of a block", "name: ok-skill\ndescription: |\n\ta\n", true},
		{"tab at the column of its key", head + "metadata:\n  a: |\n  \tb\n", true},
		{"comment at a block", "name: ok-skill\ndescription: >#c\n  a\n", true},
		{"comment behind a block", "name: ok-skill\ndescription: > #c\n  a\n", false},
		{"line separator in a block", "name: ok-skill\ndescription: |\n  a\u2028b\n", true},
		{"line separator in a text", "name: ok-skill\ndescription: a\u2028b\n", false},
		{"line separator at the end", "name: ok-skill\ndescription: |\n  a\u2028\n", false},
		{"large and sound", head + "metadata:\n" + strings.Repeat("  key: value\n", 1) + "  long: " + strings.Repeat("x", 70_000) + "\n", false},
		{"large, with an unknown key at its end", head + "license: " + strings.Repeat("x", 70_000) + "\nversion: 1\n", true},
		{"unknown key", head + "version: 1.0.0\n", true},
		{"key of a client", head + "argument-hint: FILE\n", true},
		{"blank description", "name: ok-skill\ndescription:\n", true},
		{"null description", "name: ok-skill\ndescription: null\n", false},
		{"tilde description", "name: ok-skill\ndescription: ~\n", false},
		{"null name", "name: null\ndescription: Does a thing.\n", true},
		{"null description, hyphens", "name: ok-skill\ndescription: null # ---\n", false},
		{"tag behind an empty block", head + "metadata:\n  a: >\n\n  b: !x c\n", true},
		{"quotes on a line that goes on", "name: ok-skill\ndescription: Does\n  \"a \\x thing\"\n", false},
		{"blank name", "name: '  '\ndescription: Does a thing.\n", true},
		{"name as list", "name:\n  - a\ndescription: Does a thing.\n", true},
		{"description as mapping", "name: ok-skill\ndescription:\n  a: b\n", true},
		{"license as mapping", head + "license:\n  a: b\n", false},
		{"metadata as text", head + "metadata: foo\n", false},
		{"metadata with numbers", head + "metadata:\n  version: 1.0\n", false},
		{"metadata nested", head + "metadata:\n  a:\n    b: c\n", false},
		{"metadata in braces", head + "metadata: {a: b}\n", true},
		{"braces in quotes", head + "metadata: '{a: b}'\n", false},
		{"empty brackets", head + "allowed-tools: []\n", true},
		{"nested key twice", head + "metadata:\n  a: 1\n  a: 2\n", true},
		{"same key by other types", head + "metadata:\n  1: a\n  '1': b\n", true},
		{"merge key", head + "metadata:\n  <<: x\n", true},
		{"tag", head + "license: !!str MIT\n", true},
		{"alias", "name: &a ok-skill\ndescription: *a\n", true},
		{"compatibility blank", head + "compatibility:\n", false},
		{"compatibility as list", head + "compatibility:\n  - git\n", true},
		{"uneven mappings", head + "metadata:\n  a:\n    x: 1\n  b:\n      y: 2\n", true},
		{"uneven below a list", head + "metadata:\n  a:\n    - x: 1\n  b:\n   y: 2\n", false},
		{"list not indented", head + "allowed-tools:\n- Read\n- Write\n", false},
		{"tab behind colon", "name:\tok-skill\ndescription: Does a thing.\n", true},
		{"tab at the end", "name: ok-skill\t\ndescription: Does a thing.\n", true},
		{"tab in quotes", "name: ok-skill\ndescription: \"Does\ta thing.\"\n", false},
		{"tab in a block", "name: ok-skill\ndescription: |\n  Does\ta thing.\n", false},
		{"tab behind an indicator", "name: ok-skill\ndescription: >-\t\n  Does a thing.\n", true},
		{"tab in a comment", head + "# a\tb\n", false},
		{"hyphens in a text", "name: ok-skill\ndescription: Does --- a thing.\n", false},
		{"hyphens before the description", "name: ok-skill\n# --- what it does\ndescription: Does a thing.\n", true},
		{"hyphens in a block", "name: ok-skill\ndescription: |\n  Does\n  --- a thing.\n", false},
		{"hyphens hide a key", "name: ok-skill\ndescription: Does --- a thing.\nversion: 1.0\n", false},
		{"hyphens hide a fault of YAML", head + "# --- more\nlicense: a: b\n", false},
		{"hyphens behind a key", head + "version: 1.0\nlicense: a --- b\n", true},
		{"hyphens hide a long text", "name: ok-skill\ndescription: Does --- " + strings.Repeat("a thing ", 200) + "\n", false},
		{"surrogate escapes", head + "license: \"\\ud83d\\ude00\"\n", false},
		{"escaped apostrophe", head + "license: \"it\\'s\"\n", true},
		{"control character", head + "license: a\u0080b\n", true},
		{"next line", head + "license: a\u0085b\n", false},
		{"byte order mark inside", head + "license: a\ufeffb\n", false},
		{"dots and keys", head + "...\nlicense: MIT\n", true},
		{"continuation not indented", head + "license: MIT\nand more\n", true},
		{"quotes, lines not indented", head + "license: \"a\nb\"\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := "---\n" + c.frontmatter + "---\n\n# Body\n"
			refused := specErrors(t, "ok-skill", map[string][]byte{"SKILL.md": []byte(file)})
			if (len(refused) > 0) != c.refused {
				t.Errorf("want refused %t, got errors %q in\n%s", c.refused, refused, file)
			}
		})
	}
}
