package cache

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// BenchmarkHit opens a cached root; BenchmarkLocal the same files where they
// lie. The difference is what the cache costs: at most 5 ms.
func BenchmarkHit(b *testing.B) {
	url, _ := serveBytes(b, demo(b))
	s, _ := newStore(b, nil)
	src := source(b, url+"/x")
	if _, err := s.Get(b.Context(), src, GetOptions{}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		e, err := s.Get(b.Context(), src, GetOptions{})
		if err != nil {
			b.Fatal(err)
		}
		scan(b, e.Path)
	}
}

func BenchmarkLocal(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(skillText), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		scan(b, dir)
	}
}

func scan(b *testing.B, dir string) {
	b.Helper()
	c, err := parse.Scan(b.Context(), []parse.Root{{Path: dir}}, parse.ScanOptions{})
	if err != nil || len(c.Skills) != 1 {
		b.Fatalf("%v, %v", c, err)
	}
}

// BenchmarkFetch downloads, checks and unpacks 40 MB from this machine: at
// most twice the time of `curl -o` and `tar xzf`. Memory stays flat.
func BenchmarkFetch(b *testing.B) {
	files := map[string]string{"SKILL.md": skillText}
	for _, name := range []string{"a", "b", "c", "d"} {
		noise := make([]byte, 10<<20)
		_, _ = rand.Read(noise)
		files[name] = string(noise)
	}
	data := tarball(b, files)
	url, _ := serveBytes(b, data)
	s, _ := newStore(b, nil)
	src := source(b, url+"/x")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Prune(b.Context(), PruneOptions{All: true}); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Get(b.Context(), src, GetOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
