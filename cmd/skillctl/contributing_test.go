package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Commands that CONTRIBUTING.md gives to run tests name tests that are there:
// go test says nothing, or little, when a name matches none.
func TestContributingNamesTests(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`go test (\./\S+)([^\n#]*)`).FindAllStringSubmatch(string(text), -1)
	if len(commands) < 5 {
		t.Fatalf("found %d commands only", len(commands))
	}
	name := regexp.MustCompile(`\b(Test|Fuzz)[A-Z]\w*`)
	for _, c := range commands {
		for _, want := range name.FindAllString(c[2], -1) {
			if !strings.Contains(c[1], "...") && !hasTest(t, filepath.Join("../..", c[1]), want) {
				t.Errorf("%s has no %s: go test %s%s", c[1], want, c[1], c[2])
			}
		}
	}
}

// hasTest reports whether a package has a test function of a name.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(source), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
