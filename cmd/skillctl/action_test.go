package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/pkg/parse"
)

// repository is the repository's root, seen from this package.
const repository = "../.."

// readYAML reads a YAML file of the repository, which must be without fault.
func readYAML(t *testing.T, name string) *parse.Value {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	v, problems := parse.ParseYAML(src, name)
	for _, d := range problems {
		if d.Severity > parse.Info {
			t.Error(d)
		}
	}
	return v
}

// text is the scalar at a path of keys, "" when there is none.
func text(v *parse.Value, keys ...string) string {
	for _, key := range keys {
		next, ok := v.Lookup(key)
		if !ok {
			return ""
		}
		v = next
	}
	return v.Text
}

// TestAction holds action.yml to the rules of composite actions, and to the
// one that keeps inputs from being run: they reach a script in the environment
// only.
func TestAction(t *testing.T) {
	t.Parallel()
	action := readYAML(t, "action.yml")
	if text(action, "name") == "" || text(action, "description") == "" || text(action, "runs", "using") != "composite" {
		t.Error("action.yml needs a name, a description and runs.using: composite")
	}
	runs, _ := action.Lookup("runs")
	steps, _ := runs.Lookup("steps")
	if len(steps.Items) == 0 {
		t.Fatal("no steps")
	}
	inputs, _ := action.Lookup("inputs")
	var used strings.Builder
	for _, step := range steps.Items {
		run := text(step, "run")
		if text(step, "shell") == "" || run == "" {
			t.Error("a step of a composite action needs run and shell")
		}
		if strings.Contains(run, "${{") {
			t.Errorf("%s: an expression in a script is a way to inject one", run)
		}
		script := strings.TrimSuffix(strings.TrimPrefix(run, `bash "$GITHUB_ACTION_PATH/`), `"`)
		if _, err := os.Stat(filepath.Join(repository, script)); err != nil {
			t.Error(err)
		}
		env, _ := step.Lookup("env")
		for _, e := range env.Entries {
			used.WriteString(e.Value.Text + "\n")
		}
	}
	for _, input := range inputs.Entries {
		if !strings.Contains(used.String(), "${{ inputs."+input.Key+" }}") {
			t.Errorf("input %s is not used", input.Key)
		}
	}
}

// action runs one of the action's scripts and returns what it printed and
// whether it succeeded.
func action(t *testing.T, script, dir string, env ...string) (string, bool) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("needs bash")
	}
	path, err := filepath.Abs(filepath.Join(repository, "action", script))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), bash, path)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// release writes the archive and the checksums of a release whose skillctl is
// a script, and returns where it lies.
func release(t *testing.T, damage func(archive []byte) []byte) string {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	tape := tar.NewWriter(zip)
	program := "#!/bin/sh\necho fake \"$@\"\n"
	if err := tape.WriteHeader(&tar.Header{Name: "skillctl", Mode: 0o755, Size: int64(len(program))}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []func() error{
		func() error { _, err := tape.Write([]byte(program)); return err }, tape.Close, zip.Close,
	} {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
	root := t.TempDir()
	dir := filepath.Join(root, "v1.2.3")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("skillctl_1.2.3_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	sums := fmt.Sprintf("%x  %s\n", sha256.Sum256(b.Bytes()), name)
	for file, data := range map[string][]byte{name: damage(b.Bytes()), "checksums.txt": []byte(sums)} {
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(root)}).String()
}

func TestActionInstallsRelease(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("needs curl")
	}
	same := func(b []byte) []byte { return b }
	tests := []struct {
		name, version string
		damage        func([]byte) []byte
		fault         string
	}{
		{"checked", "1.2.3", same, ""},
		{"with a v", "v1.2.3", same, ""},
		{"damaged", "1.2.3", func(b []byte) []byte { return append(bytes.Clone(b), 'x') }, "does not match its checksum"},
		{"missing", "9.9.9", same, "cannot download"},
		{"no version", "1.2.3; touch pwned", same, "is no version"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			temp := t.TempDir()
			output, path := filepath.Join(temp, "output"), filepath.Join(temp, "path")
			out, ok := action(t, "install.sh", temp, "SKILLCTL_VERSION="+tt.version, "SKILLCTL_RELEASES="+release(t, tt.damage),
				"RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+output, "GITHUB_PATH="+path, "GITHUB_ACTION_PATH="+temp)
			if ok != (tt.fault == "") || !strings.Contains(out, tt.fault) {
				t.Fatalf("succeeded: %t, want fault %q\n%s", ok, tt.fault, out)
			}
			if !ok {
				return
			}
			set, err := os.ReadFile(output)
			if err != nil {
				t.Fatal(err)
			}
			program := strings.TrimSpace(strings.TrimPrefix(string(set), "path="))
			got, err := exec.CommandContext(t.Context(), program, "lint").Output()
			if err != nil || string(got) != "fake lint\n" {
				t.Errorf("%s printed %q (%v)", program, got, err)
			}
		})
	}
}

// TestActionLints runs the second script with a program that notes how it was
// called.
func TestActionLints(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "skillctl")
	script := "#!/bin/sh\nprintf '<%s>' \"$@\"; echo\ncase \"$*\" in *never*) exit 0;; *) exit 1;; esac\n"
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	summary, sarif := filepath.Join(dir, "summary"), filepath.Join(dir, "a folder", "out.sarif")
	env := []string{
		"SKILLCTL=" + program, "LINT_PATHS=a b\r\n$(touch pwned)\n\n", "LINT_ARGS= --target=codex \n--jobs=1", "LINT_FAIL_ON=warning",
		"LINT_SARIF=" + sarif, "GITHUB_STEP_SUMMARY=" + summary,
	}
	out, ok := action(t, "lint.sh", dir, env...)
	if want := "<lint><--target=codex><--jobs=1><--fail-on><warning><--format><github><--><a b><$(touch pwned)>\n"; ok || out != want {
		t.Errorf("succeeded: %t, printed %s", ok, out)
	}
	for file, format := range map[string]string{summary: "markdown", sarif: "sarif"} {
		got, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(got), "<--fail-on><never><--format><"+format+">") {
			t.Errorf("%s holds %q (%v)", file, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
		t.Error("an input was run")
	}
	if out, ok := action(t, "lint.sh", dir, append(env, "LINT_FAIL_ON=never")...); !ok {
		t.Errorf("failed with --fail-on never: %s", out)
	}
}

// TestActionReports runs the second script with skillctl itself: the flags that
// it uses must exist, and what could not be checked has no report.
func TestActionReports(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, paths, args string
		reports           bool
	}{
		{"findings", "my skills", "--target=claude-code,codex\n--jobs=1", true},
		{"nothing there", "$(touch pwned)\n; touch pwned\n`touch pwned`\n--help\n*\n\"", "", false},
		{"no flag", "my skills", "--$(touch pwned)", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			skill := filepath.Join(dir, "my skills", "notes")
			if err := os.MkdirAll(skill, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(skill, "SKILL.md"), []byte("---\nname: notes\n---\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			out, ok := action(t, "lint.sh", dir, "SKILLCTL=skillctl", "LINT_PATHS="+tt.paths, "LINT_ARGS="+tt.args,
				"LINT_FAIL_ON=warning", "LINT_SARIF=out.sarif", "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"))
			if ok || !strings.Contains(out, "::error ") {
				t.Errorf("succeeded: %t, printed %s", ok, out)
			}
			got := map[string]bool{}
			for _, name := range []string{"out.sarif", "summary", "pwned"} {
				data, err := os.ReadFile(filepath.Join(dir, name))
				got[name] = err == nil && (name == "pwned" || bytes.Contains(data, []byte("description-missing")))
			}
			want := map[string]bool{"out.sarif": tt.reports, "summary": tt.reports, "pwned": false}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s\n%s", diff, out)
			}
		})
	}
}

// TestPreCommitHooks checks that each hook is complete and that its command
// line is one that skillctl takes.
func TestPreCommitHooks(t *testing.T) {
	t.Parallel()
	hooks := readYAML(t, ".pre-commit-hooks.yaml")
	if len(hooks.Items) == 0 {
		t.Fatal("no hooks")
	}
	for _, hook := range hooks.Items {
		for _, key := range []string{"id", "name", "description", "entry", "language"} {
			if text(hook, key) == "" {
				t.Errorf("hook %s lacks %s", text(hook, "id"), key)
			}
		}
		entry := strings.Fields(text(hook, "entry"))
		cmd := exec.CommandContext(t.Context(), entry[0], entry[1:]...)
		cmd.Dir = t.TempDir()
		skill := filepath.Join(cmd.Dir, "notes")
		if err := os.Mkdir(skill, 0o755); err != nil {
			t.Fatal(err)
		}
		src := "---\nname: notes\ndescription: Tidies notes: by date. Use when a note is long.\n---\n\n# Notes\n\nSort them.\n"
		if err := os.WriteFile(filepath.Join(skill, "SKILL.md"), []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() > 1 {
			t.Errorf("%s: %v\n%s", text(hook, "entry"), err, out)
		}
	}
}
