package cache

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const skillText = "---\nname: demo\ndescription: Shows something. Use it in tests.\n---\n\n# Demo\n"

// tarball packs files into a tar.gz; a name that ends in "*" is executable.
func tarball(tb testing.TB, files map[string]string) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name])), Typeflag: tar.TypeReg}
		if target, ok := strings.CutPrefix(files[name], "-> "); ok {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, target, 0
		}
		if base, ok := strings.CutSuffix(name, "*"); ok {
			h.Name, h.Mode = base, 0o755
		}
		if err := w.WriteHeader(h); err != nil {
			tb.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := io.WriteString(w, files[name]); err != nil {
				tb.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func demo(tb testing.TB) []byte {
	tb.Helper()
	return tarball(tb, map[string]string{"SKILL.md": skillText, "scripts/run.sh*": "#!/bin/sh\necho hi\n"})
}

// told is a Reporter that remembers.
type told struct {
	mu       sync.Mutex
	warnings []string
	progress []Progress
}

func (r *told) Warn(_ Source, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warnings = append(r.warnings, text)
}

func (r *told) Progress(_ Source, p Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress = append(r.progress, p)
}

func (r *told) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.warnings, "\n")
}

// newStore opens a store in a directory that does not exist yet.
func newStore(tb testing.TB, change func(*Options)) (*Store, *told) {
	tb.Helper()
	return storeAt(tb, filepath.Join(tb.TempDir(), "cache"), change)
}

func storeAt(tb testing.TB, dir string, change func(*Options)) (*Store, *told) {
	tb.Helper()
	r := &told{}
	o := Options{Tool: "skillctl/test", Reporter: r, Environ: noGitConfig(), backoff: time.Millisecond}
	if change != nil {
		change(&o)
	}
	s, err := Open(dir, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.Close)
	return s, r
}

// noGitConfig is the environment without the settings of the user's git.
func noGitConfig() []string {
	return append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
}

func source(tb testing.TB, text string) Source {
	tb.Helper()
	src, err := ParseSource(text, tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return src
}

func mustGet(tb testing.TB, s *Store, text string, o GetOptions) *Entry {
	tb.Helper()
	e, err := s.Get(context.Background(), source(tb, text), o)
	if err != nil {
		tb.Fatalf("Get(%s): %v", text, err)
	}
	return e
}

// serve answers with a handler and counts the requests.
func serve(tb testing.TB, h http.HandlerFunc) (url string, count *atomic.Int64) {
	tb.Helper()
	count = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count.Add(1)
		h(w, r)
	}))
	tb.Cleanup(server.Close)
	return server.URL, count
}

func serveBytes(tb testing.TB, data []byte) (url string, count *atomic.Int64) {
	tb.Helper()
	return serve(tb, func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	})
}

// leftovers lists what a failed fetch left in a cache, its own folders apart.
func leftovers(tb testing.TB, s *Store) []string {
	tb.Helper()
	entries, err := os.ReadDir(s.dir)
	if err != nil && !os.IsNotExist(err) {
		tb.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != locksDir && e.Name() != oldDir && e.Name() != installsDir {
			names = append(names, e.Name())
		}
	}
	return names
}

func content(tb testing.TB, e *Entry, name string) string {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(e.Path, filepath.FromSlash(name)))
	if err != nil {
		tb.Fatal(err)
	}
	return string(data)
}

// zipOf packs one SKILL.md into a zip.
func zipOf(tb testing.TB, text string) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("SKILL.md")
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}
