//go:build linux

package cache

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/pkg/pack"
)

// mounted makes a file system of 2 MiB that only this test sees.
func mounted(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m,mode=0700"); err != nil {
		t.Skip("no right to mount here: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// A full disk is told, the old entry stays, nothing is left.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := mounted(t)
	s, _ := storeAt(t, filepath.Join(dir, "cache"), nil)
	small, _ := serveBytes(t, demo(t))
	mustGet(t, s, small+"/x", GetOptions{})
	noise := make([]byte, 3<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise) // never fails
	repo := newRepo(t)
	put(t, repo.dir, "noise", string(noise))
	gitIn(t, repo.dir, "add", "noise")
	gitIn(t, repo.dir, "commit", "-qm", "noise")
	for name, src := range map[string]string{
		"in the download": serveOne(t, append(demo(t), noise...)),
		"while unpacking": serveOne(t, tarball(t, map[string]string{"SKILL.md": skillText, "zeros": string(make([]byte, 3<<20))})),
		"in git":          repo.url(),
	} {
		_, err := s.Get(t.Context(), source(t, src), GetOptions{})
		e, ok := errors.AsType[*Error](err)
		if !errors.Is(err, syscall.ENOSPC) || errors.Is(err, pack.ErrRefused) || errors.Is(err, ErrNetwork) || !strings.Contains(err.Error(), s.Dir()+": ") {
			t.Errorf("%s: %v", name, err)
		}
		if !ok || !strings.Contains(e.Hint(), "SKILLS_CACHE_DIR") {
			t.Errorf("%s: no hint", name)
		}
		if left := leftovers(t, s); len(left) != 1 {
			t.Errorf("%s: left behind: %q", name, left)
		}
	}
	if hit := mustGet(t, s, small+"/x", GetOptions{}); !hit.Cached || content(t, hit, "SKILL.md") != skillText {
		t.Error("the old entry is gone")
	}
}

func serveOne(t *testing.T, body []byte) string {
	t.Helper()
	url, _ := serveBytes(t, body)
	return url + "/y"
}

// A copy for which there is no room leaves what was there, and names what was
// asked for.
func TestFullDiskInstall(t *testing.T) {
	t.Parallel()
	dir := mounted(t)
	s, one := installed1(t, map[string]string{"SKILL.md": skillText})
	two := mustGet(t, s, serveOne(t, tarball(t, map[string]string{"SKILL.md": skillText, "zeros": string(make([]byte, 3<<20))})), GetOptions{})
	to := filepath.Join(dir, "demo")
	for _, exists := range []bool{false, true} {
		if exists {
			if _, err := s.Install(t.Context(), one, to, InstallOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.Install(t.Context(), two, to, InstallOptions{})
		if disk, ok := errors.AsType[*fs.PathError](err); !ok || disk.Path != to || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%v, want one about %s", err, to)
		}
		if left, _ := os.ReadDir(dir); len(left) > 1 || (len(left) == 1) != exists {
			t.Errorf("left behind: %v", left)
		}
	}
	if names := listTree(t, to); len(names) != 1 {
		t.Errorf("the old copy holds %q", names)
	}
}

// A cache that cannot be written to serves what it has, and says why
// it cannot take more.
func TestReadOnlyCache(t *testing.T) {
	t.Parallel()
	dir := mounted(t)
	url, _ := serveBytes(t, demo(t))
	s, r := storeAt(t, filepath.Join(dir, "cache"), nil)
	mustGet(t, s, url+"/x", GetOptions{})
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip("cannot remount: ", err)
	}
	if hit := mustGet(t, s, url+"/x", GetOptions{}); !hit.Cached {
		t.Error("not from the cache")
	}
	_, err := s.Get(t.Context(), source(t, url+"/y"), GetOptions{})
	if !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), dir) {
		t.Errorf("a miss: %v", err)
	}
	if out := r.all(); out != "" {
		t.Errorf("warnings %q", out)
	}
}

// Work lies in the cache, not in the system's temporary directory.
func TestWorkLiesInCache(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	url, _ := serveBytes(t, demo(t))
	dir := filepath.Join(t.TempDir(), "cache")
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childSource+"="+url+"/x", childCache+"="+dir, "TMPDIR=/nonexistent")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
