package pack

import (
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

// BenchmarkPackCorpus packs every skill of the corpus, and lets "tar czf" do
// so for comparison: pack should take at most half the time, at a size within
// 3 % (archive-bytes).
func BenchmarkPackCorpus(b *testing.B) {
	dirs := corpus(b)
	b.Run("pack", func(b *testing.B) {
		out := b.TempDir()
		for b.Loop() {
			var total int64
			for i, dir := range dirs {
				p, err := Build(b.Context(), load(dir), Options{AllowSecrets: true})
				if err != nil {
					continue
				}
				w, err := p.WriteFile(b.Context(), filepath.Join(out, strconv.Itoa(i)), nil)
				if err != nil {
					b.Fatal(err)
				}
				total += w.Bytes
				p.Close()
			}
			b.ReportMetric(float64(total), "archive-bytes")
		}
	})
	b.Run("tar", func(b *testing.B) {
		out := b.TempDir()
		for b.Loop() {
			var total int64
			for i, dir := range dirs {
				if load(dir).Skip != nil {
					continue
				}
				file := filepath.Join(out, strconv.Itoa(i))
				runTar(b, "czf", file, "-C", dir, ".")
				info, err := os.Stat(file)
				if err != nil {
					b.Fatal(err)
				}
				total += info.Size()
			}
			b.ReportMetric(float64(total), "archive-bytes")
		}
	})
}

func runTar(tb testing.TB, args ...string) {
	tb.Helper()
	tar, err := exec.LookPath("tar")
	if err != nil {
		tb.Skip("tar is not installed")
	}
	if out, err := exec.CommandContext(tb.Context(), tar, args...).CombinedOutput(); err != nil { //nolint:gosec // a fixed program
		tb.Fatalf("tar: %v\n%s", err, out)
	}
}

// noise is content that deflate makes about half as long.
func noise(seed uint64, size int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, size)
	for i := 0; i < size; i += 16 {
		for n, bits := i, r.Uint64(); n < min(i+16, size); n, bits = n+1, bits>>4 {
			b[n] = 'a' + byte(bits&15)
		}
	}
	return string(b)
}

// largeArchive is a tar.gz of about half of megabytes MiB.
func largeArchive(tb testing.TB, megabytes int) string {
	tb.Helper()
	items := []item{{name: "SKILL.md", body: skillMD}}
	for i := range megabytes {
		items = append(items, item{name: "assets/" + strconv.Itoa(i), body: noise(uint64(i), 1<<20)})
	}
	file := filepath.Join(tb.TempDir(), "large.tar.gz")
	if err := os.WriteFile(file, gz(tb, tarOf(tb, items...)), 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// BenchmarkExtract unpacks an archive of 40 MB with every check, and lets "tar
// xzf" do so for comparison: at most 2.5 times its time.
func BenchmarkExtract(b *testing.B) {
	file := largeArchive(b, 80)
	b.Run("extract", func(b *testing.B) {
		for b.Loop() {
			dst := filepath.Join(b.TempDir(), "dst")
			if _, err := ExtractFile(b.Context(), file, dst, ReadOptions{}); err != nil {
				b.Fatal(err)
			}
			if err := os.RemoveAll(dst); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("tar", func(b *testing.B) {
		for b.Loop() {
			dst := b.TempDir()
			runTar(b, "xzf", file, "-C", dst)
			if err := os.RemoveAll(dst); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// allocated is how many bytes a function allocates in all, freed ones
// included.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestMemory unpacks and packs content of 5 and of 10 MiB: the memory used
// must not depend on it. It does not run beside other tests.
func TestMemory(t *testing.T) {
	unpack, repack := map[int]uint64{}, map[int]uint64{}
	for _, megabytes := range []int{5, 10} {
		file, dst := largeArchive(t, megabytes), filepath.Join(t.TempDir(), "dst")
		unpack[megabytes] = allocated(func() {
			if _, err := ExtractFile(t.Context(), file, dst, ReadOptions{}); err != nil {
				t.Fatal(err)
			}
		})
		for _, format := range []Format{TarGzip, Zip} {
			repack[megabytes] += allocated(func() {
				p, err := Build(t.Context(), load(dst), Options{Format: format})
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				if _, err := p.Write(t.Context(), io.Discard); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
	t.Logf("unpacking allocates %v bytes, packing twice %v", unpack, repack)
	if unpack[10] > unpack[5]+1<<20 {
		t.Errorf("unpacking 10 MiB allocates %d bytes, 5 MiB %d", unpack[10], unpack[5])
	}
	if repack[10] > repack[5]+4<<20 {
		t.Errorf("packing 10 MiB allocates %d bytes, 5 MiB %d", repack[10], repack[5])
	}
}
