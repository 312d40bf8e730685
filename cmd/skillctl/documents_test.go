package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// session is a command of a document with the output printed below it.
type session struct {
	line    int
	command string
	output  string
}

// TestDocumentsTellTheTruth runs every command of README.md and docs/*.md that
// stands in a block marked console, in the order of the page, in a folder with
// the example skills, and compares what it prints. That folder is called
// /home/me in the pages; a line of "..." stands for any lines.
func TestDocumentsTellTheTruth(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not here; the commands of the documents are written for it")
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md") {
		t.Run(strings.TrimPrefix(page, "../../"), func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			sessions := consoleSessions(string(source))
			if tool := missingTool(sessions); tool != "" {
				t.Skipf("%s uses %s, which is not here", page, tool)
			}
			if len(sessions) > 0 {
				replay(t, page, sessions)
			}
		})
	}
}

// missingTool is a program that a page uses beside skillctl and the usual
// commands of a shell, and that this machine does not have; "" when there is
// none.
func missingTool(sessions []session) string {
	for _, tool := range []string{"git", "openssl", "python3", "sha256sum"} {
		if _, err := exec.LookPath(tool); err == nil {
			continue
		}
		for _, s := range sessions {
			if slices.Contains(strings.Fields(s.command), tool) {
				return tool
			}
		}
	}
	return ""
}

// consoleSessions finds the commands of a page.
func consoleSessions(source string) []session {
	var sessions []session
	inside := false
	number := 0
	for line := range strings.Lines(source) {
		number++
		switch text := strings.TrimSuffix(line, "\n"); {
		case text == "```console":
			inside = true
		case text == "```":
			inside = false
		case !inside:
		case strings.HasPrefix(text, "$ "):
			sessions = append(sessions, session{line: number, command: text[2:]})
		case len(sessions) > 0:
			sessions[len(sessions)-1].output += line
		}
	}
	return sessions
}

func replay(t *testing.T, page string, sessions []session) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here; the example skills of the pages need it")
	}
	work, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(work, "examples/skills"), os.DirFS("../../examples/skills")); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for _, s := range sessions {
		cmd := exec.CommandContext(t.Context(), "bash", "-c", s.command)
		cmd.Dir = work
		cmd.Env = append(os.Environ(), "COLUMNS=80", "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_STATE_HOME="+home,
			"SKILLS_ROOT=", "SKILLS_CACHE_DIR="+filepath.Join(home, "skills"), "NO_COLOR=1")
		out, err := cmd.CombinedOutput()
		if _, failed := err.(*exec.ExitError); err != nil && !failed { //nolint:errorlint // CombinedOutput does not wrap
			t.Fatal(err)
		}
		if diff := compareLines(s.output, strings.ReplaceAll(string(out), work, "/home/me")); diff != "" {
			t.Errorf("%s:%d: %s\n%s", page, s.line, s.command, diff)
		}
	}
}

// compareLines compares line by line; "..." in want stands for any lines.
func compareLines(want, got string) string {
	want, got = strings.TrimRight(want, "\n")+"\n", strings.TrimRight(got, "\n")+"\n"
	rest := got
	for i, part := range strings.Split(want, "...\n") {
		at := strings.Index(rest, part)
		if at < 0 || i == 0 && at != 0 {
			return cmp.Diff(want, got)
		}
		rest = rest[at+len(part):]
	}
	if rest != "" && !strings.HasSuffix(want, "...\n") {
		return fmt.Sprintf("more than the page tells: %q", rest)
	}
	return ""
}

// lookup matches the look-up of an environment variable in the code.
var lookup = regexp.MustCompile(`(?i:getenv|lookupenv)\("(\w+)"\)`)

// TestConfigurationNamesEveryVariable: what the program reads from its
// environment stands in docs/configuration.md.
func TestConfigurationNamesEveryVariable(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, name := range lookup.FindAllStringSubmatch(string(code), -1) {
			found++
			if !strings.Contains(string(page), "`"+name[1]+"`") {
				t.Errorf("%s reads %s, which docs/configuration.md does not name", file, name[1])
			}
		}
	}
	if found == 0 {
		t.Error("no look-up found: the pattern no longer fits the code")
	}
}
