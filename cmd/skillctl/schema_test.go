package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/cli"
)

const schemaDir = "../../docs/schema"

// output is a command line, in words separated by blanks, whose standard
// output, or the file it writes, must be valid for a schema.
type output struct {
	command string
	schema  string // file name without .schema.json
	status  int    // the exit status to expect
	file    string // "" for standard output
}

// outputs are run in this order, in one directory with the example skills.
func outputs() []output {
	return []output{
		{command: "list --json examples/skills damaged missing", schema: "list", status: 3},
		{command: "list --json --target codex --strict examples/skills damaged", schema: "list", status: 1},
		{command: "list --json --format text", schema: "error", status: 2},
		{command: "show python-math --json --all-docs", schema: "show"},
		{command: "show clients --json --root damaged", schema: "show"},
		{command: "show no-such --json", schema: "error", status: 4},
		{command: "tools weather-tools --json", schema: "tools"},
		{command: "tools clients --json --root damaged", schema: "tools"},
		{command: "docs release-notes --json", schema: "docs"},
		{command: "docs release-notes --all --json", schema: "docs"},
		{command: "new fresh --with scripts,references,assets,evals --json", schema: "new"},
		{command: "new Fresh! --json", schema: "error", status: 2},
		{command: "lint --json examples/skills", schema: "lint"},
		{command: "lint --json --target all damaged", schema: "lint", status: 1},
		{command: "lint --rules --json", schema: "lint-rules"},
		{command: "lint --explain name-format --json", schema: "lint-rule"},
		{command: "lint --write-baseline base.json damaged", schema: "lint-baseline", file: "base.json"},
		{command: "lint --json no-such", schema: "error", status: 3},
		{command: "pack python-math --json --list", schema: "pack"},
		{command: "pack python-math fresh csv-report --json -o dist/ --index dist/index.json", schema: "pack"},
		{command: "pack python-math --json --archive zip -o dist/python-math.zip", schema: "pack"},
		{command: "pack clients --json --root damaged -o dist/", schema: "pack", status: 1},
		{command: "pack --verify dist/python-math.zip --json", schema: "pack"},
		{command: "pack python-math --json -o -", schema: "error", status: 2},
		{command: "digest examples/skills/python-math --json", schema: "digest"},
		{command: "digest dist/python-math.zip --json", schema: "digest"},
		{command: "fetch dist/python-math.zip --json", schema: "fetch"},
		{command: "fetch examples/skills --json", schema: "fetch"},
		{command: "fetch dist/python-math.zip --to copy --json", schema: "fetch"},
		{command: "fetch dist/python-math.zip --refresh --json --digest sha256:" + strings.Repeat("0", 64), schema: "error", status: 5},
		{command: "cache list --json", schema: "cache-list"},
		{command: "cache verify --json", schema: "cache-list"},
		{command: "cache path --json", schema: "cache-path"},
		{command: "cache path dist/python-math.zip --json", schema: "cache-path"},
		{command: "lock dist/python-math.zip --json", schema: "skillctl.lock"},
		{command: "lock dist/python-math.zip", schema: "skillctl.lock", file: "skillctl.lock.json"},
		{command: "cache prune --older-than 30d --json", schema: "cache-prune"},
		{command: "cache clear --json", schema: "cache-prune"},
		{command: "run runner --root damaged --dry-run --json --input base.json -- scripts/write.sh", schema: "run-plan"},
		{command: "run runner --root damaged --json --session s1 --save saved --input base.json -- scripts/write.sh", schema: "run"},
		{command: "run runner --root damaged --json --timeout 1s --sandbox none -- sleep 60", schema: "run", status: 124},
		{command: "run runner --root damaged --json --cwd /etc -- true", schema: "error", status: 2},
		{command: "session list --json", schema: "session"},
		{command: "session end s1 --json", schema: "session"},
		{command: "session prune --json", schema: "session"},
		{command: "session end none --json", schema: "error", status: 4},
		{command: "doctor --json", schema: "doctor"},
	}
}

// files are written beside outputs' command lines run: skills that fill the
// members which the examples leave empty.
func files() map[string]string {
	return map[string]string{
		"damaged/broken/SKILL.md": "name: broken\ndescription: No fence.\n",
		"damaged/twin/SKILL.md":   "---\nname: python-math\ndescription: Has the name of another one.\n---\n[gone](gone.md)\n",
		"damaged/clients/SKILL.md": "---\nname: clients\ndescription: \"Requires things: programs and variables.\"\nallowed-tools: Bash(git:*) Read\n" +
			"metadata: {openclaw: {requires: {bins: [bash, no-such-program], anyBins: [sh, zsh], env: [NO_SUCH_VARIABLE], config: [a.b]}, os: [linux]}}\n---\n" +
			"Tools:\n- look_up\n\n[gone](gone.md) and \U000e0041\n",
		"damaged/runner/SKILL.md":         "---\nname: runner\ndescription: Writes a file. Use in tests.\n---\nRun it.\n",
		"damaged/runner/scripts/write.sh": "echo done > \"$OUTPUT_DIR/result.txt\"\n",
	}
}

func TestOutputsFitTheirSchemas(t *testing.T) {
	t.Parallel()
	schemas := compileSchemas(t)
	work, home := t.TempDir(), t.TempDir()
	if err := os.CopyFS(filepath.Join(work, "examples/skills"), os.DirFS("../../examples/skills")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files() {
		path := filepath.Join(work, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range outputs() {
		schema := schemas[o.schema]
		if schema == nil {
			t.Fatalf("no schema %s for skillctl %s", o.schema, o.command)
		}
		document := runForJSON(t, o, work, home)
		if o.file != "" {
			var err error
			if document, err = os.ReadFile(filepath.Join(work, o.file)); err != nil {
				t.Fatal(err)
			}
		}
		validate(t, schema, o.command, document)
	}
	index, err := os.ReadFile(filepath.Join(work, "dist/index.json"))
	if err != nil {
		t.Fatal(err)
	}
	validate(t, schemas["index"], "the index that pack writes", index)
}

// runForJSON runs one command line and returns its standard output.
func runForJSON(t *testing.T, o output, work, home string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "skillctl", strings.Fields(o.command)...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_STATE_HOME="+home,
		"SKILLS_ROOT=", "SKILLS_CACHE_DIR="+filepath.Join(home, "skills"))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != o.status {
		t.Errorf("skillctl %s: exit status %d, not %d\n%s%s", o.command, got, o.status, stdout.String(), stderr.String())
	}
	return stdout.Bytes()
}

func validate(t *testing.T, schema *jsonschema.Schema, what string, document []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Errorf("%s: %v\n%s", what, err, document)
		return
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", what, err, document)
	}
}

// compileSchemas reads all schemas, by file name without .schema.json.
func compileSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	paths, err := filepath.Glob(schemaDir + "/*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schemas := map[string]*jsonschema.Schema{}
	for _, path := range paths {
		schema, err := compiler.Compile(path)
		if err != nil {
			t.Fatal(err)
		}
		schemas[strings.TrimSuffix(filepath.Base(path), ".schema.json")] = schema
	}
	return schemas
}

// TestEveryJSONOutputHasItsSchema holds the list of outputs against the
// commands that have --json, and against the schemas that there are.
func TestEveryJSONOutputHasItsSchema(t *testing.T) {
	t.Parallel()
	for _, name := range jsonCommands(cli.NewRoot()) {
		if !slices.ContainsFunc(outputs(), func(o output) bool {
			return o.schema != "error" && o.file == "" && strings.HasPrefix(o.command+" ", name+" ")
		}) {
			t.Errorf("no JSON output of skillctl %s is held against a schema", name)
		}
	}
	for name := range compileSchemas(t) {
		// The configuration is held against its schema in pkg/lint; the index
		// is written beside the output of pack.
		if name == "skillctl" || name == "index" {
			continue
		}
		if !slices.ContainsFunc(outputs(), func(o output) bool { return o.schema == name }) {
			t.Errorf("docs/schema/%s.schema.json is held against no output", name)
		}
	}
}

// jsonCommands lists the commands with --json, as they are typed.
func jsonCommands(cmd *cobra.Command) []string {
	var names []string
	if cmd.Flags().Lookup("json") != nil {
		names = append(names, strings.TrimPrefix(cmd.CommandPath(), "skillctl "))
	}
	for _, c := range cmd.Commands() {
		names = append(names, jsonCommands(c)...)
	}
	return names
}
