package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
)

// benchSkills is how many skills the benchmarks of list read.
const benchSkills = 10_000

// generateSkills writes skills of a usual size: about 2 kB each.
func generateSkills(b *testing.B) string {
	b.Helper()
	root := b.TempDir()
	for i := range benchSkills {
		dir := filepath.Join(root, fmt.Sprintf("group-%02d/skill-%05d", i%50, i))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			b.Fatal(err)
		}
		text := fmt.Sprintf("---\nname: skill-%05d\ndescription: Does the thing number %d. Use when it must be done.\n---\n\n# Skill\n\n", i, i)
		text += strings.Repeat("Some instructions that an agent reads, with `code` and [a link](references/x.md).\n", 20)
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return root
}

// BenchmarkList lists 10,000 skills; BenchmarkCat reads the same files, which
// is what the former is measured against.
func BenchmarkList(b *testing.B) {
	root := generateSkills(b)
	for _, format := range []string{formatText, formatNames, formatJSON} {
		b.Run(format, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				streams := ui.Streams{Out: io.Discard, Err: io.Discard}
				if status := Main(b.Context(), []string{"list", "-f", format, root}, streams); status != 0 {
					b.Fatalf("exit status %d", status)
				}
			}
		})
	}
}

func BenchmarkCat(b *testing.B) {
	root := generateSkills(b)
	for b.Loop() {
		files, err := filepath.Glob(filepath.Join(root, "*/*/SKILL.md"))
		if err != nil || len(files) != benchSkills {
			b.Fatalf("%d files, %v", len(files), err)
		}
		for _, file := range files {
			f, err := os.Open(file)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, f); err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
	}
}
