package pack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// skillDir makes a skill's folder; content that begins with "-> " is a link.
// Files below scripts/ get the execute bit unless their content begins with
// "#!".
func skillDir(tb testing.TB, files map[string]string) string {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "demo")
	if _, ok := files["SKILL.md"]; !ok {
		writeAt(tb, dir, "SKILL.md", "---\nname: demo\ndescription: A demo. Use it in tests.\nmetadata:\n  version: \"1.2.0\"\n---\n# Demo\n")
	}
	for name, content := range files {
		writeAt(tb, dir, name, content)
	}
	return dir
}

func writeAt(tb testing.TB, dir, name, content string) {
	tb.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		tb.Fatal(err)
	}
	if target, ok := strings.CutPrefix(content, "-> "); ok {
		if err := os.Symlink(target, p); err != nil {
			tb.Skip("no symbolic links here: ", err)
		}
		return
	}
	mode := os.FileMode(0o644)
	if strings.HasPrefix(name, "scripts/") && !strings.HasPrefix(content, "#!") {
		mode = 0o755
	}
	if err := os.WriteFile(p, []byte(content), mode); err != nil {
		tb.Fatal(err)
	}
}

// fixture is the skill whose archives are frozen in the tests.
var fixture = map[string]string{
	"scripts/run.sh":                     "#!/bin/sh\necho hi\n",
	"scripts/tool":                       "echo tool\n",
	"references/日本語.md":                  "# Notes\n",
	"assets/" + strings.Repeat("x", 120): strings.Repeat("long ", 400),
}

// TestFrozen holds identity and bytes to what they were when the format was
// fixed: a change here breaks every digest that was published.
func TestFrozen(t *testing.T) {
	t.Parallel()
	if !safefs.ExecBits {
		t.Skip("scripts/tool is executable, which this system cannot say")
	}
	dir := skillDir(t, fixture)
	content := digest.Digest("h1:PZWVhgtfTJXHqk8Vekp8OflswZW/r5akXJFW1MIBY48=")
	for f, want := range map[Format]digest.Digest{
		Tar:     "sha256:3a9941f5f04643dab613c9cec29cd5bc2410c2349118b0383c7d5b26600a0fa1",
		TarGzip: "sha256:bb2de45ac81a073bc816ac2d31251d3f8a480cf7afbeb6069734250b81fda65c",
		TarZstd: "sha256:0829f58e6d2bc1c67d1a6df7614f96d4123dcc8a4fb34e9f9cff59791dd0aa55",
		Zip:     "sha256:6c92a3794b1982a43cf9bae2c87941d336f4599989f147f8f3d6a62a453da5c9",
		Skill:   "sha256:6c92a3794b1982a43cf9bae2c87941d336f4599989f147f8f3d6a62a453da5c9",
	} {
		p, b, err := packed(t, dir, Options{Format: f})
		if err != nil {
			t.Fatal(err)
		}
		if got := digest.Bytes(b); got != want {
			t.Errorf("%s: %s, want %s", f, got, want)
		}
		if p.ContentDigest != content {
			t.Errorf("%s: content %s, want %s", f, p.ContentDigest, content)
		}
	}
}

// TestHeaders looks at what common readers will see.
func TestHeaders(t *testing.T) {
	t.Parallel()
	dir := skillDir(t, map[string]string{"scripts/run.sh": "#!/bin/sh\n", "references/日本語.md": "text"})
	want := []string{"references/日本語.md 0644", "SKILL.md 0644", "scripts/run.sh 0755"}
	_, b, err := packed(t, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if !z.ModTime.IsZero() || z.OS != 255 || z.Name != "" {
		t.Errorf("gzip header %+v", z.Header)
	}
	var got []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" || !h.ModTime.Equal(epoch) || h.Typeflag != tar.TypeReg {
			t.Errorf("header %+v", h)
		}
		got = append(got, h.Name+" "+Mode(h.Mode).String())
	}
	if d := cmp.Diff([]string{want[1], want[0], want[2]}, got); d != "" {
		t.Error(d)
	}
	zipHeaders(t, dir)
}

func zipHeaders(t *testing.T, dir string) {
	t.Helper()
	_, b, err := packed(t, dir, Options{Format: Zip})
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.File {
		if len(f.Extra) != 0 || f.Flags != flagUTF8 || f.CreatorVersion>>8 != 3 || !f.Modified.Equal(epoch) {
			t.Errorf("header %+v", f.FileHeader)
		}
		got = append(got, f.Name+" "+Mode(f.Mode()).String())
	}
	if d := cmp.Diff([]string{"demo/SKILL.md 0644", "demo/references/日本語.md 0644", "demo/scripts/run.sh 0755"}, got); d != "" {
		t.Error(d)
	}
}

func TestLargeFiles(t *testing.T) {
	t.Parallel()
	random := make([]byte, 5<<20) // neither kept in memory nor compressible
	state := uint32(1)
	for i := range random {
		state = state*1664525 + 1013904223
		random[i] = byte(state >> 24)
	}
	half := noise(1, 3*deflateHold) // compressed, and still too large to be kept in memory
	dir := skillDir(t, map[string]string{"assets/noise.bin": string(random), "assets/text.txt": strings.Repeat("some text, again and again\n", 200_000), "assets/half.txt": half})
	for _, f := range []Format{Tar, TarGzip, TarZstd, Zip} {
		p, b, err := packed(t, dir, Options{Format: f})
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, dir, p, b, Options{Format: f})
	}
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir, out := skillDir(t, nil), t.TempDir()
	p, err := Build(t.Context(), load(dir), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	name, err := FileName(load(dir), Options{})
	if err != nil || name != "demo-1.2.0.tar.gz" {
		t.Errorf("file name %q, %v", name, err)
	}
	w, err := p.WriteFile(t.Context(), filepath.Join(out, name), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(out, name))
	if err != nil || digest.Bytes(b) != w.Digest || int64(len(b)) != w.Bytes {
		t.Errorf("%+v, %v", w, err)
	}
	if entries, _ := os.ReadDir(out); len(entries) != 1 {
		t.Errorf("beside: %v", entries)
	}
}

// full is a disk that is full after some bytes.
type full struct{ room int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

// TestWriteErrors cuts the output at every byte: no cut may go unnoticed.
func TestWriteErrors(t *testing.T) {
	t.Parallel()
	dir := skillDir(t, map[string]string{"scripts/run.sh": "#!/bin/sh\n"})
	for _, f := range []Format{Tar, TarGzip, TarZstd, Zip} {
		p, err := Build(t.Context(), load(dir), Options{Format: f})
		if err != nil {
			t.Fatal(err)
		}
		w, err := p.Write(t.Context(), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		for room := range int(w.Bytes) {
			if _, err := p.Write(t.Context(), &full{room}); !errors.Is(err, errFull) {
				t.Fatalf("%s cut at %d: %v", f, room, err)
			}
		}
		p.Close()
	}
}

func TestChangedWhilePacking(t *testing.T) {
	t.Parallel()
	dir := skillDir(t, map[string]string{"a.bin": strings.Repeat("a", keepBytes+1)})
	for _, content := range []string{strings.Repeat("b", keepBytes+1), strings.Repeat("a", keepBytes+2), "short"} {
		writeAt(t, dir, "a.bin", strings.Repeat("a", keepBytes+1))
		p, err := Build(t.Context(), load(dir), Options{})
		if err != nil {
			t.Fatal(err)
		}
		writeAt(t, dir, "a.bin", content)
		if _, err := p.Write(t.Context(), io.Discard); err == nil {
			t.Error("a changed file was packed")
		}
		p.Close()
	}
}

// TestSameBytes varies what must not matter.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	_, want, err := packed(t, skillDir(t, fixture), Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := skillDir(t, fixture)
	for name := range fixture {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.Chtimes(p, epoch.AddDate(40, 1, 1), epoch.AddDate(41, 2, 3)); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(p); runtime.GOOS != "windows" {
			if err := os.Chmod(p, info.Mode()&0o700|0o026); err != nil { // another umask
				t.Fatal(err)
			}
		}
	}
	_, got, err := packed(t, dir, Options{})
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("other times and modes give other bytes (%v)", err)
	}
}
