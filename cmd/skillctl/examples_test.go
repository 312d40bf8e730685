package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExampleWorkflows holds the examples for CI against what they use: the
// inputs of action.yml and the hooks for pre-commit. The files that are only
// read must at least be YAML.
func TestExampleWorkflows(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"examples/ci/gitlab-ci.yml", ".github/*/*.yml", "goreleaser.yaml"} {
		files, err := fs.Glob(os.DirFS(repository), pattern)
		if err != nil || len(files) == 0 {
			t.Errorf("%s: no files, %v", pattern, err)
		}
		for _, name := range files {
			readYAML(t, name)
		}
	}

	inputs, _ := readYAML(t, "action.yml").Lookup("inputs")
	steps, _ := readYAML(t, "examples/ci/github-actions.yml").Lookup("jobs")
	for _, key := range []string{"lint", "steps"} {
		steps, _ = steps.Lookup(key)
	}
	used := 0
	for _, step := range steps.Items {
		if !strings.HasPrefix(text(step, "uses"), "skillctl/skillctl@") {
			continue
		}
		used++
		with, _ := step.Lookup("with")
		for _, e := range with.Entries {
			if _, ok := inputs.Lookup(e.Key); !ok {
				t.Errorf("action.yml has no input %s", e.Key)
			}
		}
	}
	if used != 1 {
		t.Errorf("the example uses the action %d times", used)
	}

	known := map[string]bool{}
	for _, hook := range readYAML(t, ".pre-commit-hooks.yaml").Items {
		known[text(hook, "id")] = true
	}
	repos, _ := readYAML(t, "examples/ci/pre-commit-config.yaml").Lookup("repos")
	hooks, _ := repos.Items[0].Lookup("hooks")
	for _, hook := range hooks.Items {
		if !known[text(hook, "id")] {
			t.Errorf("there is no hook %s", text(hook, "id"))
		}
	}
}

// TestEditorTaskReadsFindings runs the editor's task and reads every line that
// it prints with the editor's pattern.
func TestEditorTaskReadsFindings(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(filepath.Join(repository, "examples/ci/vscode-tasks.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Tasks []struct {
			Command        string
			Args           []string
			ProblemMatcher struct {
				Pattern struct {
					Regexp     string
					File, Line int
				}
			}
		}
	}
	if err := json.Unmarshal(source, &file); err != nil {
		t.Fatal(err)
	}
	task := file.Tasks[0]
	pattern := task.ProblemMatcher.Pattern
	form, err := regexp.Compile(pattern.Regexp)
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	page := "---\nname: PDF\ndescription: Fill in forms.\n---\n[gone](gone.md)\n"
	if err := os.WriteFile(filepath.Join(work, "SKILL.md"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), task.Command, task.Args...)
	cmd.Dir = work
	out, _ := cmd.Output() // its status says that there are findings
	read := 0
	for line := range strings.Lines(string(out)) {
		m := form.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			t.Errorf("not read: %s", line)
			continue
		}
		read++
		if m[pattern.File] != "SKILL.md" || m[pattern.Line] == "0" {
			t.Errorf("read as %q", m)
		}
	}
	if read == 0 {
		t.Error("no findings")
	}
}
