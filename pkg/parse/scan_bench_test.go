package parse

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// growSkills writes count skills with a script and a reference each, in
// folders of a hundred.
func growSkills(b *testing.B, count int) string {
	b.Helper()
	dir := b.TempDir()
	body := strings.Repeat("Do this, then that, and look at [units](references/units.md).\n", 60)
	for i := range count {
		skill := filepath.Join(dir, fmt.Sprintf("group-%03d", i/100), fmt.Sprintf("skill-%05d", i))
		for name, text := range map[string]string{
			"SKILL.md": fmt.Sprintf("---\nname: skill-%05d\ndescription: >-\n  Does number %d.\n  Use it for benchmarks.\nlicense: MIT\n"+
				"metadata:\n  version: \"1.0\"\nallowed-tools: Bash(git:*) Read\n---\n\n# Skill %d\n\n%s", i, i, i, body),
			"scripts/run.sh":      "#!/bin/sh\necho hello\n",
			"references/units.md": "# Units\n",
		} {
			full := filepath.Join(skill, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
		}
	}
	return dir
}

// readAll reads the same files as a scan, one after the other, as cat does.
func readAll(b *testing.B, dir string) time.Duration {
	b.Helper()
	start := time.Now()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == skillFileName {
			_, err = os.ReadFile(name)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// BenchmarkScan lists 10,000 skills; x-reading is its time as a multiple of
// the time that walking the folder and reading the same files takes.
func BenchmarkScan(b *testing.B) {
	const count = 10_000
	dir := growSkills(b, count)
	readAll(b, dir) // warm the cache
	reading := readAll(b, dir)
	b.ReportAllocs()
	for b.Loop() {
		c, err := Scan(b.Context(), []Root{{Path: dir}}, ScanOptions{WorkDir: dir})
		if err != nil || len(c.Skills) != count || len(c.Skipped) != 0 {
			b.Fatalf("%d skills, %d skipped, %v", len(c.Skills), len(c.Skipped), err)
		}
	}
	perScan := b.Elapsed() / time.Duration(b.N)
	b.ReportMetric(float64(perScan)/float64(reading), "x-reading")
	b.ReportMetric(float64(perScan.Microseconds())/count, "µs/skill")
}
