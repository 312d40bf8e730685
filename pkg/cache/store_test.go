package cache

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// Where an entry is, what it holds, who may read it.
func TestEntry(t *testing.T) {
	t.Parallel()
	data := demo(t)
	url, _ := serveBytes(t, data)
	s, _ := newStore(t, nil)
	e := mustGet(t, s, url+"/x.tar.gz#frag", GetOptions{})
	if want := filepath.Join(s.Dir(), source(t, url+"/x.tar.gz").Key()); e.Path != want || e.Cached {
		t.Errorf("entry %+v, want it at %s", e, want)
	}
	want := Ready{
		Version: 1, Key: filepath.Base(e.Path), Kind: KindHTTP, Source: url + "/x.tar.gz", URL: url + "/x.tar.gz",
		Digest: digest.Bytes(data), ArchiveBytes: int64(len(data)), Bytes: int64(len(skillText) + 18), Files: 2,
		Skills: []SkillRef{{Name: "demo", Dir: "."}}, Tool: "skillctl/test", Limits: DefaultLimits(),
		Tree: []TreeFile{
			{Path: "SKILL.md", Bytes: int64(len(skillText)), Digest: digest.Bytes([]byte(skillText))},
			{Path: "scripts/run.sh", Bytes: 18, Executable: true, Digest: digest.Bytes([]byte("#!/bin/sh\necho hi\n"))},
		},
	}
	got := e.Ready
	if !got.ContentDigest.IsTree() || time.Since(got.Fetched) > time.Hour {
		t.Errorf("content digest %q, fetched %v", got.ContentDigest, got.Fetched)
	}
	got.ContentDigest, got.Fetched = "", time.Time{}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("metadata: -want +got\n%s", diff)
	}
	for path, mode := range map[string]fs.FileMode{s.Dir(): 0o700, filepath.Join(e.Path, ".ready"): 0o600, filepath.Join(e.Path, "scripts/run.sh"): 0o755} {
		if info, err := os.Stat(path); err != nil || safefs.ExecBits && (info.Mode().Perm()&^0o022 != mode&^0o022 || info.Mode().Perm()&0o022 != 0) {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}

// A hit makes no request; offline says what is missing.
func TestHitAndOffline(t *testing.T) {
	t.Parallel()
	url, count := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	_, err := s.Get(t.Context(), source(t, url+"/x"), GetOptions{Mode: Offline})
	wantError(t, err, ErrOffline, url+"/x")
	first := mustGet(t, s, url+"/x", GetOptions{})
	again := mustGet(t, s, url+"/x", GetOptions{})
	offline := mustGet(t, s, url+"/x", GetOptions{Mode: Offline})
	if count.Load() != 1 || again.Path != first.Path || !again.Cached || !offline.Cached {
		t.Errorf("%d requests, %+v, %+v", count.Load(), again, offline)
	}
}

// --refresh asks with the validators, and swaps as a whole.
func TestRefresh(t *testing.T) {
	t.Parallel()
	var etag, asked atomic.Value
	etag.Store(`"one"`)
	asked.Store("")
	text := new(atomic.Value)
	text.Store(skillText)
	url, count := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.Header.Get("If-None-Match"))
		w.Header().Set("ETag", etag.Load().(string))
		if r.Header.Get("If-None-Match") == etag.Load() {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(tarball(t, map[string]string{"SKILL.md": text.Load().(string), "old.txt": "x"}))
	})
	s, _ := newStore(t, nil)
	first := mustGet(t, s, url+"/x", GetOptions{})
	same := mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate})
	if !same.Cached || asked.Load() != `"one"` || count.Load() != 2 {
		t.Errorf("not modified: %+v, asked %v", same, asked.Load())
	}
	reader, err := os.OpenRoot(first.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if runtime.GOOS == "windows" {
		_ = reader.Close() // what is open cannot be replaced
	}
	etag.Store(`"two"`)
	text.Store(skillText + "more\n")
	fresh := mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate})
	if fresh.Cached || content(t, fresh, "SKILL.md") != skillText+"more\n" {
		t.Errorf("modified: %+v", fresh)
	}
	if old, err := reader.ReadFile("SKILL.md"); runtime.GOOS != "windows" && (err != nil || string(old) != skillText) {
		t.Errorf("an old reader sees %q, %v", old, err)
	}
}

// A server without validators that sends the same bytes again changes nothing.
func TestRefreshSameBytes(t *testing.T) {
	t.Parallel()
	data := demo(t)
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) })
	s, _ := newStore(t, nil)
	first := mustGet(t, s, url+"/x", GetOptions{})
	before, _ := os.Stat(first.Path)
	again := mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate})
	after, _ := os.Stat(again.Path)
	if !again.Cached || !os.SameFile(before, after) {
		t.Errorf("the entry was replaced: %+v", again)
	}
}

// Pins, on what is fetched and on what is cached.
func TestPins(t *testing.T) {
	t.Parallel()
	data := demo(t)
	right, wrong := digest.Bytes(data), digest.Bytes(nil)
	url, count := serveBytes(t, data)
	for _, wrong := range []digest.Digest{wrong, "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="} {
		s, _ := newStore(t, nil)
		_, err := s.Get(t.Context(), source(t, url+"/x"), GetOptions{Digest: wrong})
		wantError(t, err, ErrMismatch, string(wrong))
		if left := leftovers(t, s); len(left) != 0 {
			t.Errorf("left behind: %q", left)
		}
	}
	count.Store(0)
	s, _ := newStore(t, nil)
	e := mustGet(t, s, url+"/x", GetOptions{})
	for _, pin := range []digest.Digest{right, e.ContentDigest} {
		if hit := mustGet(t, s, url+"/x", GetOptions{Digest: pin}); !hit.Cached {
			t.Errorf("%s: not from the cache", pin)
		}
	}
	_, err := s.Get(t.Context(), source(t, url+"/x"), GetOptions{Digest: wrong})
	wantError(t, err, ErrMismatch, string(right))
	_, err = s.Get(t.Context(), source(t, url+"/x"), GetOptions{Digest: wrong, Mode: Revalidate})
	wantError(t, err, ErrMismatch, string(right))
	if count.Load() != 2 {
		t.Errorf("%d requests", count.Load())
	}
	if err := os.WriteFile(filepath.Join(e.Path, "SKILL.md"), []byte(strings.Replace(skillText, "Shows", "Hides", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = s.Get(t.Context(), source(t, url+"/x"), GetOptions{Digest: right})
	wantError(t, err, ErrMismatch, "SKILL.md")
	_, err = s.Get(t.Context(), source(t, "git+file:///x"), GetOptions{Digest: right})
	wantError(t, err, ErrSource, "no archive digest")
}

// A local archive that changed is noticed, even when size and time did not.
func TestLocalArchive(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a b.tar.gz")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, tarball(t, map[string]string{"SKILL.md": text}), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(skillText)
	s, _ := newStore(t, nil)
	first := mustGet(t, s, path, GetOptions{})
	byURL := mustGet(t, s, fileURL(path), GetOptions{Mode: Offline})
	if !byURL.Cached || byURL.Path != first.Path {
		t.Errorf("by URL: %+v", byURL)
	}
	info, _ := os.Stat(path)
	put(strings.Replace(skillText, "Shows", "Hides", 1))
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if changed := mustGet(t, s, path, GetOptions{}); changed.Cached || !strings.Contains(content(t, changed, "SKILL.md"), "Hides") {
		t.Errorf("changed: %+v", changed)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if touched := mustGet(t, s, path, GetOptions{}); !touched.Cached {
		t.Error("an archive that was only touched was unpacked again")
	}
}

// While an entry is noted to be current, nobody sees a file in it that does not
// belong there.
func TestKeepAddsNothing(t *testing.T) {
	t.Parallel()
	data := demo(t)
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) })
	s, _ := newStore(t, nil)
	e := mustGet(t, s, url+"/x", GetOptions{})
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				if names, err := os.ReadDir(e.Path); err != nil || len(names) != 3 { // .ready, SKILL.md, scripts
					t.Errorf("the entry holds %v, %v", names, err)
					return
				}
			}
		}
	})
	for range 10 {
		if again := mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate}); !again.Cached {
			t.Error("not kept")
		}
	}
	close(done)
	watch.Wait()
}

// What was fetched under wide limits is no hit under narrow ones.
func TestHitWithinLimits(t *testing.T) {
	t.Parallel()
	data := demo(t)
	url, _ := serveBytes(t, data)
	s, _ := newStore(t, nil)
	mustGet(t, s, url+"/x", GetOptions{})
	for rule, l := range map[string]Limits{
		pack.RuleFileSize: {File: 20}, pack.RuleTotalSize: {Total: int64(len(skillText)) + 1}, pack.RuleEntries: {Files: 1},
		pack.RuleArchiveSize: {Download: int64(len(data)) - 1},
	} {
		narrow, _ := storeAt(t, s.Dir(), func(o *Options) { o.Limits = l })
		_, err := narrow.Get(t.Context(), source(t, url+"/x"), GetOptions{Mode: Offline})
		if e, ok := errors.AsType[*pack.Error](err); !ok || e.Rule != rule || e.Hint() == "" {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

// Metadata whose paths lead out of the entry is damaged: the entry is fetched
// anew.
func TestReadyPaths(t *testing.T) {
	t.Parallel()
	url, count := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	for name, change := range map[string]func(*Ready){
		"a file":    func(r *Ready) { r.Tree[0].Path = "../../x" },
		"absolute":  func(r *Ready) { r.Tree[0].Path = "/etc/passwd" },
		"the entry": func(r *Ready) { r.Tree[0].Path = "." },
		"a skill":   func(r *Ready) { r.Skills[0].Dir = ".." },
	} {
		e := mustGet(t, s, url+"/x", GetOptions{})
		change(&e.Ready)
		if err := e.write(e.Path); err != nil {
			t.Fatal(err)
		}
		if stored, err := s.List(); err != nil || len(stored) != 1 || !errors.Is(stored[0].Err, ErrInvalidEntry) {
			t.Errorf("%s: %+v, %v", name, stored, err)
		}
		count.Store(0)
		if again := mustGet(t, s, url+"/x", GetOptions{}); count.Load() != 1 || again.Cached {
			t.Errorf("%s: %d requests", name, count.Load())
		}
	}
}

// The root of the disk is named in errors like any other directory.
func TestErrorsNameTheRoot(t *testing.T) {
	t.Parallel()
	if os.PathSeparator != '/' {
		t.Skip("no single root here")
	}
	s, _ := newStore(t, func(o *Options) { o.Limits.Files = 1 })
	_, err := s.Get(t.Context(), source(t, "/"), GetOptions{})
	if err == nil || !strings.HasPrefix(err.Error(), "/: ") {
		t.Errorf("%v, want one that begins with /", err)
	}
}
