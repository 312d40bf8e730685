package run_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/run"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// benchRun plans and runs once.
func benchRun(b *testing.B, s *parse.Skill, o run.Options, streams run.Streams) {
	b.Helper()
	o.Now = time.Now()
	p, err := run.NewPlan(s, o)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := p.Run(b.Context(), run.Local{}, streams, run.Finish{}); err != nil {
		b.Skip(err)
	}
}

// BenchmarkRun is `run -c true` in a fresh workspace, by level; BenchmarkBash
// is what it is compared with.
func BenchmarkRun(b *testing.B) {
	s := skill(b, nil)
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Partial, sandbox.Strict} {
		b.Run(string(level), func(b *testing.B) {
			o := options(b, level, "true")
			for b.Loop() {
				benchRun(b, s, o, run.Streams{})
			}
		})
	}
}

func BenchmarkBash(b *testing.B) {
	path := bash(b)
	for b.Loop() {
		if err := exec.CommandContext(b.Context(), path, "--noprofile", "--norc", "-c", "true").Run(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStage copies a skill of 1,000 files; BenchmarkCopy is cp -r of the
// same.
func BenchmarkStage(b *testing.B) {
	s := thousand(b)
	p := options(b, sandbox.None, "true")
	for b.Loop() {
		benchRun(b, s, p, run.Streams{})
	}
}

func BenchmarkCopy(b *testing.B) {
	s := thousand(b)
	to := filepath.Join(b.TempDir(), "copy")
	for b.Loop() {
		if out, err := exec.CommandContext(b.Context(), "cp", "-r", s.Dir, to).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		if err := os.RemoveAll(to); err != nil {
			b.Fatal(err)
		}
	}
}

func thousand(b *testing.B) *parse.Skill {
	b.Helper()
	files := map[string]string{}
	for i := range 1000 {
		files[fmt.Sprintf("d%02d/f%03d.txt", i%20, i)] = strings.Repeat("some text\n", 400)
	}
	return skill(b, files)
}

// BenchmarkStream passes 1 GiB through.
func BenchmarkStream(b *testing.B) {
	const bytes = 1 << 30
	s := skill(b, nil)
	o := options(b, sandbox.Auto, fmt.Sprintf("head -c %d /dev/zero", bytes))
	b.SetBytes(bytes)
	for b.Loop() {
		benchRun(b, s, o, run.Streams{Stdout: writerOnly{}, Stderr: io.Discard})
	}
}

// writerOnly takes everything as a file would, without io.Discard's shortcuts.
type writerOnly struct{}

func (writerOnly) Write(p []byte) (int, error) { return len(p), nil }
