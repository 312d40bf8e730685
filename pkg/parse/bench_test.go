package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// typical is a skill of median size: a frontmatter of six lines and a body of
// 150.
func typical() []byte {
	var b strings.Builder
	b.WriteString("---\nname: pdf-forms\ndescription: Fill in, read and flatten PDF forms. Use when someone has a form to complete, " +
		"wants the values of its fields, or asks for a printable copy of it.\nlicense: Apache-2.0\nallowed-tools: Bash(python:*) Read\n" +
		"metadata:\n  author: someone\n  version: \"1.0\"\n---\n\n# PDF forms\n")
	for i := range 30 {
		fmt.Fprintf(&b, "\n## Step %d\n\nRead [the reference](references/step%d.md) and run `scripts/step.py`.\n", i, i)
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	src := typical()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if s := parse.Parse(src, parse.Options{Path: "SKILL.md"}); s.Skip != nil {
			b.Fatal(s.Skip)
		}
	}
}

func BenchmarkParseRecovering(b *testing.B) {
	src := []byte(strings.Replace(string(typical()), "Use when", "Use when:", 1))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if s := parse.Parse(src, parse.Options{Path: "SKILL.md"}); !s.Recovered {
			b.Fatal("not recovered")
		}
	}
}

func BenchmarkMarkdown(b *testing.B) {
	src := typical()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		parse.ParseMarkdown(src, 0)
	}
}

// BenchmarkParseCorpus reads the SKILL.md files of the shared corpus, which
// are in memory.
func BenchmarkParseCorpus(b *testing.B) {
	dir := os.Getenv("SKILLCTL_TESTDATA")
	if dir == "" {
		b.Skip("SKILLCTL_TESTDATA is not set: no shared test data")
	}
	var files [][]byte
	total := 0
	err := filepath.WalkDir(filepath.Join(dir, "corpus"), func(p string, e os.DirEntry, err error) error {
		if err != nil || e.Name() != "SKILL.md" {
			return err
		}
		src, err := os.ReadFile(p)
		files = append(files, src)
		total += len(src)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(total))
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range files {
			parse.Parse(src, parse.Options{Path: "SKILL.md"})
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(files)), "µs/skill")
}
