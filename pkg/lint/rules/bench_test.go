package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

// lintDir scans and lints a directory, as the command does.
func lintDir(tb testing.TB, dir string) *lint.Result {
	tb.Helper()
	roots := []parse.Root{{Source: dir, Kind: "dir", Path: dir}}
	_, result, err := lint.Scan(tb.Context(), roots, parse.ScanOptions{WorkDir: dir}, lint.Options{
		Rules: rules.All(), Repos: []lint.Repo{{FS: parse.DirFS(dir), Dir: dir}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// BenchmarkCorpus lints the real skills of the shared test data; less than
// half a second on two cores is the goal.
func BenchmarkCorpus(b *testing.B) {
	data := os.Getenv("SKILLCTL_TESTDATA")
	if data == "" {
		b.Skip("SKILLCTL_TESTDATA is not set: no shared test data")
	}
	b.ReportAllocs()
	var skills int
	for b.Loop() {
		skills = lintDir(b, filepath.Join(data, "corpus")).Skills
	}
	b.ReportMetric(float64(skills), "skills")
}

// BenchmarkMany lints generated skills in growing number: the time for one
// must not grow.
func BenchmarkMany(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			dir := b.TempDir()
			generate(b, dir, n)
			for b.Loop() {
				lintDir(b, dir)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/skill")
		})
	}
}

// generate writes n skills with a body of about 3 KB, a document and a script.
func generate(tb testing.TB, dir string, n int) {
	tb.Helper()
	write := func(path, text string, mode os.FileMode) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			tb.Fatal(err)
		}
	}
	body := strings.Repeat("Read the [guide](references/guide.md), then run `scripts/run.sh` with the file you were given.\n\n", 30)
	for i := range n {
		name := fmt.Sprintf("skill-%05d", i)
		skill := filepath.Join(dir, fmt.Sprintf("group-%03d", i/100), name)
		write(filepath.Join(skill, "SKILL.md"), fmt.Sprintf(
			"---\nname: %s\ndescription: Counts the words of text number %d. Use when text %d must be short.\n---\n\n# Words\n\n%s", name, i, i*7, body), 0o644)
		write(filepath.Join(skill, "references", "guide.md"), "# Guide\n\n"+strings.Repeat("A line about the guide.\n", 40), 0o644)
		write(filepath.Join(skill, "scripts", "run.sh"), "#!/bin/sh\nset -eu\nwc -w \"$1\"\n", 0o755)
	}
}
