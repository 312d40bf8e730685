package cache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

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
