package run

import (
	"os"
	"path/filepath"
	"testing"
)

// A junction leads to its directory, and is removed without it.
func TestJunction(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link := filepath.Join(dir, "out"), filepath.Join(dir, "link")
	if err := os.Mkdir(target, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := junction(target, link); err != nil {
		if _, left := os.Lstat(link); left == nil {
			t.Error("a junction that was not made is there")
		}
		t.Skip("no junctions here: ", err)
	}
	if err := os.WriteFile(filepath.Join(link, "x"), []byte("x"), 0o644); err != nil {
		t.Error(err)
	}
	if err := removeTree(link); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(target, "x")); err != nil {
		t.Errorf("in the target: %v", err)
	}
}

// The layout is that of the Windows SDK: 8 bytes of head, 8 of offsets, names.
func TestMountPoint(t *testing.T) {
	t.Parallel()
	got, err := mountPoint(`C:\x`)
	if err != nil {
		t.Fatal(err)
	}
	want := []byte{3, 0, 0, 0xa0, 8 + 28, 0, 0, 0, 0, 0, 16, 0, 18, 0, 8, 0}
	for _, r := range `\??\C:\x` + "\x00" + `C:\x` + "\x00" {
		want = append(want, byte(r), 0)
	}
	if string(got) != string(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
