package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// Whatever was done to an entry, verify names it.
func TestVerify(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	for name, c := range map[string]struct {
		tamper func(dir string) error
		want   []Change
	}{
		"nothing": {func(string) error { return nil }, nil},
		"changed": {func(d string) error { return os.WriteFile(filepath.Join(d, "SKILL.md"), []byte("x"), 0o600) }, []Change{{"SKILL.md", Modified}}},
		"added":   {func(d string) error { return os.WriteFile(filepath.Join(d, "evil.sh"), nil, 0o600) }, []Change{{"evil.sh", Added}}},
		"removed": {func(d string) error { return os.RemoveAll(filepath.Join(d, "scripts")) }, []Change{{"scripts/run.sh", Removed}}},
		"mode":    {func(d string) error { return os.Chmod(filepath.Join(d, "scripts/run.sh"), 0o600) }, []Change{{"scripts/run.sh", ModeChanged}}},
		"link":    {func(d string) error { return os.Symlink("/etc", filepath.Join(d, "etc")) }, []Change{{"etc", Added}}},
	} {
		if name == "mode" && !safefs.ExecBits {
			continue
		}
		s, _ := newStore(t, nil)
		e := mustGet(t, s, url+"/x", GetOptions{})
		if err := c.tamper(e.Path); err != nil {
			t.Fatal(err)
		}
		stored, err := s.List()
		if err != nil || len(stored) != 1 {
			t.Fatalf("List: %+v, %v", stored, err)
		}
		got, err := s.Verify(t.Context(), stored[0])
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v, -want +got\n%s", name, err, diff)
		}
		if fresh := mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate}); name != "nothing" && fresh.Cached {
			t.Errorf("%s: --refresh kept a tampered entry", name)
		}
	}
}

// What is no whole entry is replaced.
func TestBrokenEntries(t *testing.T) {
	t.Parallel()
	url, count := serveBytes(t, demo(t))
	ready := func(d string) string { return filepath.Join(d, ".ready") }
	for name, damage := range map[string]func(dir string) error{
		"file missing":   func(d string) error { return os.Remove(filepath.Join(d, "SKILL.md")) },
		"file cut":       func(d string) error { return os.Truncate(filepath.Join(d, "SKILL.md"), 3) },
		"no sentinel":    func(d string) error { return os.Remove(ready(d)) },
		"empty sentinel": func(d string) error { return os.Truncate(ready(d), 0) },
		"other version":  func(d string) error { return os.WriteFile(ready(d), []byte(`{"version":99}`), 0o600) },
		"of another key": func(d string) error { return os.WriteFile(ready(d), []byte(`{"version":1,"key":"x"}`), 0o600) },
		"sentinel is a folder": func(d string) error {
			return errors.Join(os.Remove(ready(d)), os.Mkdir(ready(d), 0o700))
		},
		"sentinel is a link": func(d string) error {
			return errors.Join(os.Rename(ready(d), d+".moved"), os.Symlink(d+".moved", ready(d)))
		},
		"entry is a file": func(d string) error { return errors.Join(os.RemoveAll(d), os.WriteFile(d, nil, 0o600)) },
		"entry is a link": func(d string) error {
			return errors.Join(os.Rename(d, d+".moved"), os.Symlink(d+".moved", d))
		},
	} {
		s, _ := newStore(t, nil)
		e := mustGet(t, s, url+"/x", GetOptions{})
		if err := damage(e.Path); err != nil {
			t.Fatal(err)
		}
		count.Store(0)
		again := mustGet(t, s, url+"/x", GetOptions{})
		if count.Load() != 1 || content(t, again, "SKILL.md") != skillText {
			t.Errorf("%s: %d requests", name, count.Load())
		}
	}
}

// A cache that others can write to, or that is none, is refused.
func TestCacheDirectory(t *testing.T) {
	t.Parallel()
	if !safefs.ExecBits {
		t.Skip("disks keep no modes here")
	}
	url, _ := serveBytes(t, demo(t))
	open := t.TempDir()
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	s, _ := storeAt(t, open, nil)
	_, err := s.Get(t.Context(), source(t, url+"/x"), GetOptions{})
	wantError(t, err, ErrRefused, "written to by others")

	s, _ = newStore(t, nil)
	mustGet(t, s, url+"/x", GetOptions{})
	if err := os.Chmod(s.Dir(), 0o770); err != nil {
		t.Fatal(err)
	}
	_, err = s.Get(t.Context(), source(t, url+"/x"), GetOptions{Mode: Offline})
	wantError(t, err, ErrRefused, "written to by others") // what is there may come from anyone

	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, _ = storeAt(t, file, nil)
	if _, err := s.Get(t.Context(), source(t, url+"/x"), GetOptions{}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("cache is a file: %v", err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(link, 0o700); err != nil {
		t.Fatal(err)
	}
	s, _ = storeAt(t, link, nil)
	mustGet(t, s, url+"/x", GetOptions{})
	if _, err := Open("relative", Options{}); !errors.Is(err, ErrSource) {
		t.Errorf("a relative directory: %v", err)
	}
}

// What dead processes left is swept; what living ones use is not.
func TestSweep(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	if err := s.prepare(); err != nil {
		t.Fatal(err)
	}
	living, err := s.newWork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dead, err := s.newWork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := dead.unlock(); err != nil {
		t.Fatal(err)
	}
	unlocked := filepath.Join(s.dir, workPrefix+"123")
	old, recent := filepath.Join(s.dir, oldDir, "a-1"), filepath.Join(s.dir, oldDir, "a-2")
	for _, dir := range []string{unlocked, old, recent} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * keepOld)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	mustGet(t, s, url+"/x", GetOptions{})
	for dir, want := range map[string]bool{living.dir: true, dead.dir: false, unlocked: false, old: false, recent: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: there %v, want %v", dir, err == nil, want)
		}
	}
	if err := living.remove(); err != nil {
		t.Error(err)
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	var paths []string
	for _, name := range []string{"/a", "/b", "/c"} {
		paths = append(paths, mustGet(t, s, url+name, GetOptions{}).Path)
	}
	stored, _ := s.List()
	for i, age := range []time.Duration{48 * time.Hour, 24 * time.Hour, 0} {
		stored[i].Ready.Fetched = now().Add(-age)
		if err := stored[i].Ready.write(stored[i].Path); err != nil {
			t.Fatal(err)
		}
	}
	size := stored[0].Ready.Bytes
	prune := func(o PruneOptions, want ...string) {
		t.Helper()
		pruned, err := s.Prune(t.Context(), o)
		removed := pruned.Removed
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range removed {
			got = append(got, r.Path)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v: -want +got\n%s", o, diff)
		}
		for _, p := range got {
			if _, err := os.Stat(p); (err == nil) != o.DryRun {
				t.Errorf("%+v: %s there: %v", o, p, err == nil)
			}
		}
	}
	prune(PruneOptions{})
	prune(PruneOptions{OlderThan: 36 * time.Hour, DryRun: true}, paths[0])
	prune(PruneOptions{OlderThan: 36 * time.Hour}, paths[0])
	prune(PruneOptions{MaxSize: size}, paths[1])
	if err := os.Remove(filepath.Join(paths[2], ".ready")); err != nil {
		t.Fatal(err)
	}
	prune(PruneOptions{}, paths[2])
	kept := mustGet(t, s, url+"/d", GetOptions{})
	prune(PruneOptions{All: true}, kept.Path)
	empty, _ := newStore(t, nil)
	if pruned, err := empty.Prune(t.Context(), PruneOptions{All: true}); err != nil || len(pruned.Removed) != 0 {
		t.Errorf("an empty cache: %v, %v", pruned, err)
	}
}

// Without an exchange the entry is replaced too: the old one is put aside for
// its readers, and comes back when the new one cannot take its place.
func TestPlaceInSteps(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	e := mustGet(t, s, url+"/x", GetOptions{})
	w, err := s.newWork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.placeInSteps(w, e.Path); !errors.Is(err, fs.ErrNotExist) || content(t, e, "SKILL.md") != skillText {
		t.Errorf("nothing to place: %v", err)
	}
	if err := errors.Join(os.Mkdir(w.root(), 0o700), os.WriteFile(filepath.Join(w.root(), "SKILL.md"), []byte("new"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := s.placeInSteps(w, e.Path); err != nil || content(t, e, "SKILL.md") != "new" {
		t.Errorf("placed: %v", err)
	}
	old, err := filepath.Glob(filepath.Join(s.Dir(), oldDir, e.Key+"-*", "SKILL.md"))
	if err != nil || len(old) != 1 {
		t.Errorf("put aside: %q, %v", old, err)
	}
	if err := errors.Join(s.placeInSteps(w, filepath.Join(s.Dir(), "none")), w.remove()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no entry: %v", err)
	}
}

// What another store gave out stays until that store is closed; what it put
// aside by a refresh does too.
func TestPruneInUse(t *testing.T) {
	t.Parallel()
	var body atomic.Value
	body.Store(demo(t))
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body.Load().([]byte)) })
	reader, _ := newStore(t, nil)
	for i := range 2 { // fetched, then from the cache
		e := mustGet(t, reader, url+"/x", GetOptions{})
		other, _ := storeAt(t, reader.Dir(), nil)
		body.Store(tarball(t, map[string]string{"SKILL.md": fmt.Sprintf("%s%d\n", skillText, i)}))
		mustGet(t, other, url+"/x", GetOptions{Mode: Revalidate})
		pruned, err := other.Prune(t.Context(), PruneOptions{All: true})
		if err != nil || len(pruned.Removed) != 0 || len(pruned.InUse) != 1 || pruned.InUse[0].Path != e.Path {
			t.Fatalf("in use: %+v, %v", pruned, err)
		}
		if old, _ := os.ReadDir(filepath.Join(reader.Dir(), oldDir)); len(old) != i+1 {
			t.Errorf("put aside: %v", old)
		}
		if changes, err := e.verify(t.Context(), e.Path); err == nil && len(changes) == 0 {
			t.Error("the refresh changed nothing")
		}
		reader.Close()
		reader, _ = storeAt(t, reader.Dir(), nil)
	}
	pruned, err := reader.Prune(t.Context(), PruneOptions{All: true})
	if err != nil || len(pruned.Removed) != 1 || len(pruned.InUse) != 0 {
		t.Errorf("free: %+v, %v", pruned, err)
	}
	if old, _ := os.ReadDir(filepath.Join(reader.Dir(), oldDir)); len(old) != 0 {
		t.Errorf("put aside: %v", old)
	}
}

// An entry that vanishes while it is verified is no damaged one; one that is
// replaced is verified anew.
func TestVerifyMeanwhile(t *testing.T) {
	t.Parallel()
	var body atomic.Value
	body.Store(demo(t))
	url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body.Load().([]byte)) })
	s, _ := newStore(t, nil)
	mustGet(t, s, url+"/x", GetOptions{})
	stored, err := s.List()
	if err != nil || len(stored) != 1 {
		t.Fatal(stored, err)
	}
	body.Store(tarball(t, map[string]string{"SKILL.md": skillText + "new\n"}))
	mustGet(t, s, url+"/x", GetOptions{Mode: Revalidate})
	if changes, err := s.Verify(t.Context(), stored[0]); err != nil || len(changes) != 0 {
		t.Errorf("replaced: %v, %v", changes, err)
	}
	if err := os.RemoveAll(stored[0].Path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(t.Context(), stored[0]); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed: %v", err)
	}
}

func TestSingleFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ path, text, dir string }{
		"by name":           {"/SKILL.md", skillText, "demo"},
		"by content":        {"/raw?x=1", "\ufeff" + skillText, "demo"},
		"without a name":    {"/skills/tool/SKILL.md", "---\ndescription: Has no name. Use it.\n---\n", "tool"},
		"without any name":  {"/SKILL.md", "---\ndescription: Has no name. Use it.\n---\n", "skill"},
		"lower case, fence": {"/skill.md", skillText, "demo"},
	} {
		url, _ := serveBytes(t, []byte(c.text))
		s, _ := newStore(t, nil)
		e := mustGet(t, s, url+c.path, GetOptions{})
		if got := content(t, e, c.dir+"/SKILL.md"); got != c.text || e.Skills[0].Dir != c.dir || e.Digest != digest.Bytes([]byte(c.text)) {
			t.Errorf("%s: %+v", name, e)
		}
	}
	for name, text := range map[string]string{
		"no frontmatter": "# Only text\n", "unsafe name": "---\nname: ../../evil\ndescription: x\n---\n", "dots": "---\nname: ..\ndescription: x\n---\n",
	} {
		url, _ := serveBytes(t, []byte(text))
		wantError(t, get(t, url+"/SKILL.md", GetOptions{}, nil), pack.ErrRefused, "SKILL.md")
		_ = name
	}
}

// Several skills, links, and what is refused.
func TestArchives(t *testing.T) {
	t.Parallel()
	two := strings.Replace(skillText, "demo", "second", 1)
	several := tarball(t, map[string]string{"a/SKILL.md": skillText, "b/SKILL.md": two})
	url, _ := serveBytes(t, several)
	s, _ := newStore(t, nil)
	e := mustGet(t, s, url+"/x", GetOptions{})
	if diff := cmp.Diff([]SkillRef{{"demo", "a"}, {"second", "b"}}, e.Skills); diff != "" {
		t.Error(diff)
	}
	linked, _ := serveBytes(t, tarball(t, map[string]string{"SKILL.md": skillText, "l": "-> SKILL.md"}))
	wantError(t, get(t, linked+"/x", GetOptions{}, nil), pack.ErrRefused, "l")
	policy := pack.SkipLinks
	s, r := newStore(t, nil)
	mustGet(t, s, linked+"/x", GetOptions{Links: &policy})
	if !strings.Contains(r.all(), "l: left out") {
		t.Errorf("warnings %q", r.all())
	}
	none, _ := serveBytes(t, tarball(t, map[string]string{"a": "x"}))
	wantError(t, get(t, none+"/x", GetOptions{}, nil), pack.ErrRefused, "no skill")
	big, _ := serveBytes(t, demo(t))
	wantError(t, get(t, big+"/x", GetOptions{}, func(o *Options) { o.Limits.File = 20 }), pack.ErrRefused, "SKILL.md")
	wantError(t, get(t, big+"/x", GetOptions{}, func(o *Options) { o.Limits.Files = 1 }), pack.ErrRefused, "")
}

func TestDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"SKILL.md": skillText, ".git/config": "x", "sub/x.txt": "y"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := newStore(t, nil)
	e := mustGet(t, s, dir, GetOptions{})
	if e.Path != dir || e.Cached || e.Files != 2 || len(e.Skills) != 1 || e.Skills[0].Name != "demo" {
		t.Errorf("entry %+v", e)
	}
	url, _ := serveBytes(t, tarball(t, map[string]string{"demo/SKILL.md": skillText, "demo/sub/x.txt": "y"}))
	if packed := mustGet(t, s, url+"/x", GetOptions{}); packed.ContentDigest != e.ContentDigest {
		t.Errorf("digest of the folder %s, of its archive %s", e.ContentDigest, packed.ContentDigest)
	}
	_, err := s.Get(t.Context(), source(t, filepath.Join(dir, "missing")), GetOptions{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory: %v", err)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	data := demo(t)
	url, _ := serveBytes(t, data)
	s, r := newStore(t, nil)
	mustGet(t, s, url+"/x", GetOptions{})
	if len(r.progress) == 0 || r.progress[0].Total != int64(len(data)) || r.progress[0].Bytes == 0 {
		t.Errorf("progress %+v", r.progress)
	}
}
