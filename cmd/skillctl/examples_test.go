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

// TestWorkflows holds this project's own workflows to two rules: other people's
// code is named by commit, and permissions are given, not inherited.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(repository, ".github/workflows/*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no workflows", err)
	}
	pinned := regexp.MustCompile(`@[0-9a-f]{40}$`)
	for _, file := range files {
		name, err := filepath.Rel(repository, file)
		if err != nil {
			t.Fatal(err)
		}
		workflow := readYAML(t, name)
		if _, ok := workflow.Lookup("permissions"); !ok {
			t.Errorf("%s gives no permissions", name)
		}
		jobs, _ := workflow.Lookup("jobs")
		for _, job := range jobs.Entries {
			steps, _ := job.Value.Lookup("steps")
			for _, step := range steps.Items {
				if uses := text(step, "uses"); uses != "" && !pinned.MatchString(uses) {
					t.Errorf("%s: %s can be moved to other code", name, uses)
				}
			}
		}
	}
}

// TestGitLabScript runs the example's script, all but the installation.
func TestGitLabScript(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here; the script is run by it")
	}
	job, _ := readYAML(t, "examples/ci/gitlab-ci.yml").Lookup("skills")
	script, _ := job.Lookup("script")
	work := t.TempDir()
	if err := os.CopyFS(filepath.Join(work, "skills"), os.DirFS(filepath.Join(repository, "examples/skills"))); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, line := range script.Items {
		if strings.HasPrefix(line.Text, "go install ") {
			continue
		}
		ran++
		cmd := exec.CommandContext(t.Context(), bash, "-c", line.Text)
		cmd.Dir = work
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line.Text, err, out)
		}
	}
	artifacts, _ := job.Lookup("artifacts")
	report, err := os.ReadFile(filepath.Join(work, text(artifacts, "reports", "junit")))
	if err != nil || !strings.Contains(string(report), "<testsuite") || ran != 2 {
		t.Errorf("%d lines ran, the report is %q, %v", ran, report, err)
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
