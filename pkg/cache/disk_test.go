//go:build linux

package cache

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// mounted makes a file system of 2 MiB that only this test sees.
func mounted(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
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
	for i := range noise {
		noise[i] = byte(i * i >> 3)
	}
	for name, body := range map[string][]byte{
		"in the download": append(demo(t), noise...),
		"while unpacking": tarball(t, map[string]string{"SKILL.md": skillText, "zeros": string(make([]byte, 3<<20))}),
	} {
		url, _ := serveBytes(t, body)
		_, err := s.Get(t.Context(), source(t, url+"/y"), GetOptions{})
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
		if left := leftovers(t, s); len(left) != 1 {
			t.Errorf("%s: left behind: %q", name, left)
		}
	}
	if hit := mustGet(t, s, small+"/x", GetOptions{}); !hit.Cached || content(t, hit, "SKILL.md") != skillText {
		t.Error("the old entry is gone")
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
