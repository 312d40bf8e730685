package pack

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
)

// fuzzLimits keep a round short.
var fuzzLimits = Limits{Archive: 1 << 20, File: 1 << 20, Total: 4 << 20, Entries: 200}

// seed adds archives of the test's own making and, where they are, the hostile
// ones whose name has one of the endings.
func seed(f *testing.F, own [][]byte, endings ...string) {
	f.Helper()
	for _, b := range own {
		f.Add(b)
	}
	dir := os.Getenv("SKILLCTL_TESTDATA")
	if dir == "" {
		return
	}
	files, err := filepath.Glob(filepath.Join(dir, "hostile-archives", "open", "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, ending := range endings {
			if strings.HasSuffix(name, ending) && len(b) < 64<<10 {
				f.Add(b)
			}
		}
	}
}

func seedItems() []item {
	return []item{{name: "SKILL.md", body: skillMD}, {name: "scripts/"}, {name: "scripts/x.sh", body: "#!/bin/sh\n", mode: 0o755}, {name: "._x", body: "x"}}
}

// checkArchive reads bytes as an archive. It must end in a typed refusal, or
// in a manifest whose files are exactly what lies in the folder.
func checkArchive(t *testing.T, b []byte) *Manifest {
	t.Helper()
	o := ReadOptions{Limits: fuzzLimits}
	read, err := Read(t.Context(), bytes.NewReader(b), int64(len(b)), o)
	if err != nil {
		if !errors.Is(err, ErrRefused) && !errors.Is(err, ErrFormat) {
			t.Fatalf("untyped error: %v", err)
		}
		return nil
	}
	m, dst, err := extract(t, b, o)
	if err != nil {
		t.Fatalf("Read accepts what Extract refuses: %v", err)
	}
	if m.TreeDigest != read.TreeDigest || m.Digest != digest.Bytes(b) {
		t.Fatalf("digests %s and %s, %s", m.TreeDigest, read.TreeDigest, m.Digest)
	}
	got := contents(t, dst)
	if len(got) != len(m.Files) {
		t.Fatalf("%d files, manifest has %d", len(got), len(m.Files))
	}
	for _, f := range m.Files {
		if c, ok := got[f.Path]; !ok || digest.Bytes([]byte(c)) != f.Digest {
			t.Fatalf("%q is not as the manifest says", f.Path)
		}
	}
	return m
}

// fixChecksums gives every header the checksum it needs: without it hardly any
// changed tar would get past its first block.
func fixChecksums(b []byte) []byte {
	b = bytes.Clone(b)
	for at := int64(0); at+tarBlock <= int64(len(b)); {
		block := b[at : at+tarBlock]
		if !allZero(block) {
			copy(block[148:156], fmt.Sprintf("%06o\x00 ", tarChecksum(block)))
		}
		size, ok := tarNumber(block[124:136])
		if !ok || size < 0 {
			break
		}
		at += tarBlock + padded(min(size, 1<<40))
	}
	return b
}

// FuzzTar reads bytes as an uncompressed tar.
func FuzzTar(f *testing.F) {
	plain := tarOf(f, seedItems()...)
	seed(f, [][]byte{plain, append(bytes.Clone(plain), make([]byte, 512)...)})
	for _, it := range []item{
		{name: strings.Repeat("long/", 30) + "x", body: "x", pax: map[string]string{"comment": "c"}},
		{kind: 'g', pax: map[string]string{"comment": "abc"}},
		{name: "l", kind: '2', link: "SKILL.md"},
	} {
		f.Add(tarOf(f, append(seedItems(), it)...))
	}
	f.Add(tarThenZip(f))
	f.Add(rawTar(item{name: "SKILL.md", body: skillMD}, longName("a\x00b\x00"), item{name: "a", body: "x"}))
	f.Fuzz(func(t *testing.T, b []byte) { checkArchive(t, fixChecksums(b)) })
}

// FuzzCompressed reads bytes as a compressed tar.
func FuzzCompressed(f *testing.F) {
	plain := tarOf(f, seedItems()...)
	seed(f, [][]byte{gz(f, plain), zst(f, plain), append(gz(f, plain[:600]), gz(f, plain[600:])...), gzipThenZip(f)}, ".gz", ".zst")
	f.Fuzz(func(t *testing.T, b []byte) { checkArchive(t, b) })
}

// FuzzZip reads bytes as a zip. Whatever is accepted must look the same to the
// standard library, which finds entries its own way.
func FuzzZip(f *testing.F) {
	var stored bytes.Buffer
	w := zip.NewWriter(&stored)
	for _, it := range seedItems()[:1] {
		out, err := w.CreateHeader(&zip.FileHeader{Name: it.name})
		if err != nil {
			f.Fatal(err)
		}
		if _, err := io.WriteString(out, it.body); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	seed(f, [][]byte{zipOf(f, seedItems()...), stored.Bytes(), zipThenTar(f)}, ".zip")
	f.Fuzz(func(t *testing.T, b []byte) {
		m := checkArchive(t, b)
		if m == nil || m.Format != Zip {
			return
		}
		r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatalf("the standard library refuses it: %v", err)
		}
		files := map[string]File{}
		for _, file := range m.Files {
			files[file.Path] = file
		}
		for _, entry := range r.File {
			name := relative(entry.Name)
			if file, ok := files[name]; ok {
				sameEntry(t, entry, file)
				delete(files, name)
			}
		}
		if len(files) != 0 {
			t.Fatalf("the standard library does not see %v", files)
		}
	})
}

func sameEntry(t *testing.T, entry *zip.File, file File) {
	t.Helper()
	in, err := entry.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	d, _, err := digest.Reader(in)
	if err != nil || d != file.Digest {
		t.Fatalf("%q: the standard library reads other content (%v)", file.Path, err)
	}
}

// FuzzSignature verifies bytes as a signature: only the one that was made may
// pass.
func FuzzSignature(f *testing.F) {
	key, public := newKey(f)
	signers, err := ParseSigners([]byte("me " + public))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sign(f, key, "x"))
	f.Fuzz(func(t *testing.T, sig []byte) {
		if _, err := signers.Verify(strings.NewReader("y"), sig, time.Now()); !errors.Is(err, ErrRefused) {
			t.Fatalf("%v", err)
		}
	})
}

// FuzzSigners reads bytes as a signers file.
func FuzzSigners(f *testing.F) {
	_, public := newKey(f)
	f.Add([]byte(`"a b",c namespaces="x,y*",valid-before="20260101Z" ` + public + "\n# x\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := ParseSigners(b); err != nil && !errors.Is(err, ErrSigners) {
			t.Fatalf("%v", err)
		}
	})
}

// FuzzIndex reads bytes as an index; writing it and reading it again must give
// the same.
func FuzzIndex(f *testing.F) {
	f.Add([]byte(wantIndex))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := parseIndex(b)
		if err != nil {
			if !errors.Is(err, ErrIndex) {
				t.Fatal(err)
			}
			return
		}
		var one, two bytes.Buffer
		if err := x.Write(&one); err != nil {
			t.Fatal(err)
		}
		y, err := parseIndex(one.Bytes())
		if err != nil {
			t.Fatalf("%v\n%s", err, one.Bytes())
		}
		if err := y.Write(&two); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Fatalf("%v\n%s\n%s", err, one.Bytes(), two.Bytes())
		}
	})
}
