package cache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// emptyTree is the content digest of nothing.
const emptyTree = digest.Digest("h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")

// goodLock is a lock file of one source with two files.
var goodLock = fmt.Sprintf(`{
  "version": 1,
  "sources": [
    {
      "source": "https://example.com/x",
      "digest": "sha256:%[1]s",
      "content_digest": "%[2]s",
      "files": [
        {"path": "SKILL.md", "bytes": 1, "executable": false, "sha256": "%[1]s", "sha256_lf": "%[1]s"},
        {"path": "a/ü", "bytes": 1, "executable": true, "sha256": "%[1]s", "sha256_lf": "%[1]s"}
      ]
    }
  ]
}
`, strings.Repeat("0a", 32), emptyTree)

// Every fault of a lock file is told with its place.
func TestReadLockFileFaults(t *testing.T) {
	t.Parallel()
	hash := strings.Repeat("0a", 32)
	for name, c := range map[string]struct{ old, new, place, text string }{
		"empty hash":      {`"sha256_lf": "` + hash + `"}` + "\n", `"sha256_lf": ""}` + "\n", "10:9", `sha256_lf of "a/ü"`},
		"upper-case hash": {`"sha256": "` + hash, `"sha256": "` + strings.ToUpper(hash), "9:9", `sha256 of "SKILL.md"`},
		"missing hash":    {`"sha256":`, `"sha265":`, "9:9", `sha256 of "SKILL.md"`},
		"absolute path":   {`"SKILL.md"`, `"/etc/passwd"`, "9:9", "/etc/passwd"},
		"path out of it":  {`"a/ü"`, `"../../x"`, "10:9", "../../x"},
		"empty path":      {`"a/ü"`, `""`, "10:9", "no path"},
		"file twice":      {`"a/ü"`, `"SKILL.md"`, "10:9", "listed twice"},
		"negative size":   {`"bytes": 1`, `"bytes": -1`, "9:9", "-1 bytes"},
		"wrong type":      {`"bytes": 1`, `"bytes": "1"`, "9:42", "files.bytes"},
		"no object": {`[
        {"path"`, `[
        7, {"path"`, "9:10", "wrong type"},
		"option as commit": {`"digest"`, `"commit": "--upload-pack=x", "digest"`, "4:5", "commit id"},
		"swapped digests":  {`"digest": "sha256:` + hash + `"`, `"digest": "` + string(emptyTree) + `"`, "4:5", "sha256:"},
		"no digest at all": {string(emptyTree), "", "4:5", "content_digest"},
		"foreign digest":   {string(emptyTree), "md5:x", "4:5", "md5:x"},
		"no source":        {`"source": "https://example.com/x",`, "", "4:5", "source"},
		"no files":         {`"files"`, `"Filez"`, "4:5", "files"},
		"no sources":       {`"sources"`, `"sauces"`, "1:1", "sources"},
		"version":          {`"version": 1`, `"version": 9`, "2:14", "version is 9"},
		"conflict marks": {`    {
      "source"`, `<<<<<<< HEAD
    {
      "source"`, "4:1", "invalid character"},
		"cut": {"  ]\n}\n", "", "12:6", "unexpected end"},
	} {
		path := filepath.Join(t.TempDir(), LockFileName)
		text := strings.Replace(goodLock, c.old, c.new, 1)
		if text == goodLock {
			t.Fatalf("%s: nothing replaced", name)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadLockFile(path)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if !errors.Is(err, ErrInvalidEntry) || !strings.HasPrefix(err.Error(), path+":"+c.place+": ") || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want it at %s with %q", name, err, c.place, c.text)
		}
		if e, ok := errors.AsType[*Error](err); !ok || !strings.Contains(e.Hint(), "skillctl lock") {
			t.Errorf("%s: no hint", name)
		}
	}
}

func TestReadLockFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, LockFileName)
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(goodLock)
	if l, err := ReadLockFile(path); err != nil || len(l.Sources) != 1 || len(l.Sources[0].Files) != 2 {
		t.Errorf("%+v, %v", l, err)
	}
	twice := goodLock[strings.Index(goodLock, "    {"):strings.Index(goodLock, "\n  ]")]
	write(strings.Replace(goodLock, "\n  ]", ",\n"+twice+"\n  ]", 1))
	if _, err := ReadLockFile(path); !errors.Is(err, ErrInvalidEntry) || !strings.Contains(err.Error(), "locked twice") {
		t.Errorf("a source twice: %v", err)
	}
	for name, text := range map[string]string{"nothing": "", "null": "null", "deep": strings.Repeat("[", 100_000), "a list": "[]", "two": goodLock + "{}"} {
		write(text)
		if _, err := ReadLockFile(path); !errors.Is(err, ErrInvalidEntry) || !strings.HasPrefix(err.Error(), path+":") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Truncate(path, maxLockBytes+1); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{LockFileName: safefs.ErrTooLarge, "missing": os.ErrNotExist, ".": safefs.ErrNotRegular} {
		_, err := ReadLockFile(filepath.Join(dir, name))
		e, ok := errors.AsType[*Error](err)
		if !errors.Is(err, want) || !ok || e.Hint() == "" || !strings.HasPrefix(err.Error(), filepath.Join(dir, name)+": ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Those who change one lock file at the same time lose nothing of each other.
func TestUpdateLockFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), LockFileName)
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			pin := Locked{Source: fmt.Sprintf("https://example.com/%d", i), ContentDigest: emptyTree, Files: []LockedFile{}}
			if _, err := UpdateLockFile(t.Context(), path, []Locked{pin}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if l, err := ReadLockFile(path); err != nil || len(l.Sources) != 16 {
		t.Errorf("%+v, %v", l, err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := UpdateLockFile(t.Context(), path, nil); !errors.Is(err, ErrInvalidEntry) {
		t.Errorf("a damaged file: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := UpdateLockFile(ctx, path, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// What a lock file cannot name, or what is no file any more, cannot be locked.
func TestLockRefuses(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	e := mustGet(t, s, url+"/x", GetOptions{})
	if err := os.Symlink("/dev/zero", filepath.Join(e.Path, "link")); err != nil {
		t.Skip("no symlinks here: ", err)
	}
	_, err := e.Lock(t.Context())
	wantError(t, err, ErrRefused, `"link"`)
}

// In a directory of the user's, links are left out, wherever they lead, and so
// are files with the cache's own name.
func TestLockDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"SKILL.md", ".ready", "sub/.ready", "sub/.Ready/x"} {
		put(t, dir, name, skillText)
	}
	for name, target := range map[string]string{"zero": "/dev/zero", "out": "/etc/passwd", "dir": ".", "none": "nothing"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symlinks here: ", err)
		}
	}
	s, _ := newStore(t, nil)
	pin, err := mustGet(t, s, dir, GetOptions{}).Lock(t.Context())
	if err != nil || len(pin.Files) != 1 || pin.Files[0].Path != "SKILL.md" {
		t.Errorf("%+v, %v", pin, err)
	}
	lock := &LockFile{}
	lock.Set(pin)
	if _, err := s.GetLocked(t.Context(), source(t, dir), lock, GetOptions{}); err != nil {
		t.Errorf("as locked: %v", err)
	}
}

// A cached copy that was damaged is no drift of the source: it is mended.
func TestLockedMends(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "demo.tar.gz")
	if err := os.WriteFile(path, demo(t), 0o600); err != nil {
		t.Fatal(err)
	}
	url, _ := serveBytes(t, demo(t))
	for _, text := range []string{path, url + "/x"} {
		s, _ := newStore(t, nil)
		e := mustGet(t, s, text, GetOptions{})
		pin, err := e.Lock(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		lock := &LockFile{}
		lock.Set(pin)
		flipped := strings.Replace(skillText, "Shows", "Hides", 1)
		if err := os.WriteFile(filepath.Join(e.Path, "SKILL.md"), []byte(flipped), 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := s.GetLocked(t.Context(), source(t, text), lock, GetOptions{})
		if err != nil || content(t, again, "SKILL.md") != skillText {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Each digest of the lock file is held against the source.
func TestLockedDigests(t *testing.T) {
	t.Parallel()
	url, _ := serveBytes(t, demo(t))
	s, _ := newStore(t, nil)
	pin, err := mustGet(t, s, url+"/x", GetOptions{}).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Locked){
		"archive": func(l *Locked) { l.Digest = digest.Bytes(nil) },
		"content": func(l *Locked) { l.ContentDigest = emptyTree },
	} {
		other := pin
		change(&other)
		lock := &LockFile{}
		lock.Set(other)
		_, err := s.GetLocked(t.Context(), source(t, url+"/x"), lock, GetOptions{})
		if drift, ok := errors.AsType[*DriftError](err); !ok || !strings.Contains(err.Error(), name) || drift.Hint() == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The hint tells changed texts from changed line endings.
func TestDriftHint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		changes []Change
		want    string
	}{
		{[]Change{{"a", LineEndings}, {"b", LineEndings}}, "core.autocrlf"},
		{[]Change{{"a", LineEndings}, {"b", Modified}}, "look at what changed"},
		{nil, "look at what changed"},
	} {
		if got := (&DriftError{Changes: c.changes}).Hint(); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.changes, got, c.want)
		}
	}
}
