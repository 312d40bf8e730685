package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder writes a folder with two repositories, one error and one warning.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"README.md":                "| source | commit | skills | files |\n|---|---|---|---|\n| a/one | 1234567 | 1 | 1 |\n| b/two | 89abcde | 1 | 1 |\n",
		"a__one/notes/SKILL.md":    "No frontmatter.\n",
		"b__two/numbers/SKILL.md":  "---\nname: numbers\ndescription: Adds numbers up. Use when there are many numbers.\n---\n\n# Numbers\n\nSee [x](y.md).\n",
		"b__two/.git/objects/none": "",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPage(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	review := filepath.Join(t.TempDir(), "review.tsv")
	var sample bytes.Buffer
	if err := run(&sample, dir, review, true); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(sample.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "error frontmatter-missing a__one/notes/SKILL.md:1") ||
		!strings.Contains(lines[1], "warning link-broken b__two/numbers/SKILL.md:8") {
		t.Fatalf("sample:\n%s", sample.String())
	}
	first, _, _ := strings.Cut(lines[0], "\t")
	second, _, _ := strings.Cut(lines[1], "\t")
	verdicts := "# read by hand\n" + first + "\tright\n" + second + "\twrong\tthe build makes y.md\n"
	if err := os.WriteFile(review, []byte(verdicts), 0o644); err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := run(&page, dir, review, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"in 2 public skills", "| skills with an error | 1 (50.0 %) |", "| warnings for each skill | 0.50 |",
		"| errors | 1 of 1 | 0 |", "| warnings | 1 of 1 | 1 |", "the build makes y.md", "| b/two | 89abcde | 1 |",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.String())
		}
	}
	if strings.Contains(page.String(), dir) {
		t.Error("the page names a path of this machine")
	}
}

func TestReviewErrors(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "review.tsv")
	if err := os.WriteFile(file, []byte("abc\tmaybe\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readReview(file); err == nil || !strings.Contains(err.Error(), ":1: ") {
		t.Errorf("got %v", err)
	}
}
