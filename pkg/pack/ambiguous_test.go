package pack

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ending is a zip whose comment, of that many bytes, is still to follow.
func ending(tb testing.TB, comment int) []byte {
	tb.Helper()
	b := zipOf(tb, item{name: "SKILL.md", body: skillMD})
	binary.LittleEndian.PutUint16(b[len(b)-2:], uint16(comment))
	return b
}

// tarThenZip is a tar in whose last file a zip lies. Its comment is the rest of
// the tar.
func tarThenZip(tb testing.TB) []byte {
	tb.Helper()
	rest := 2 * tarBlock
	inner := ending(tb, rest)
	inner = append(bytes.Repeat([]byte("x"), int(padded(int64(len(inner))))-len(inner)), inner...)
	return tarOf(tb, item{name: "SKILL.md", body: skillMD}, item{name: "x.bin", body: string(inner)})
}

// gzipThenZip is a tar.gz with a zip in its header. The comment of that zip is
// the rest of the stream.
func gzipThenZip(tb testing.TB) []byte {
	tb.Helper()
	const fixed = 10 // bytes of a gzip header
	plain := gz(tb, tarOf(tb, item{name: "SKILL.md", body: skillMD}))
	extra := ending(tb, len(plain)-fixed)
	b := bytes.Clone(plain[:fixed])
	b[3] |= 4 // an extra field follows
	b = binary.LittleEndian.AppendUint16(b, uint16(len(extra)))
	return append(append(b, extra...), plain[fixed:]...)
}

// zipThenTar is a zip whose first header is also that of a tar: the tar lies in
// its extra field.
func zipThenTar(tb testing.TB) []byte {
	tb.Helper()
	const nameAt, extraAt = lenLocal, lenLocal + 8
	inner := tarOf(tb, item{name: "SKILL.md", body: skillMD})
	extra := make([]byte, tarBlock-extraAt+len(inner))
	binary.LittleEndian.PutUint16(extra, 0x9999)
	binary.LittleEndian.PutUint16(extra[2:], uint16(len(extra)-4))
	copy(extra[tarBlock-extraAt:], inner)
	b := zipWithExtra(tb, extra...)
	if string(b[nameAt:extraAt]) != "SKILL.md" {
		tb.Fatalf("another local header: %q", b[:extraAt])
	}
	for _, head := range [][]byte{b, b[bytes.LastIndex(b, []byte("PK\x01\x02"))+lenCentral-lenLocal:]} {
		copy(head[124:], "00000000000\x00")
		head[156] = tar.TypeReg
		copy(head[148:], fmt.Sprintf("%06o\x00 ", tarChecksum(b)))
	}
	return b
}

// longName is a GNU long name as an entry.
func longName(name string) item {
	return item{name: "././@LongLink", kind: tar.TypeGNULongName, body: name}
}

// TestTwoReadings reads archives of which one tool would see another skill than
// the next.
func TestTwoReadings(t *testing.T) {
	t.Parallel()
	skill := item{name: "SKILL.md", body: skillMD}
	for name, c := range map[string]struct {
		b    []byte
		want string
	}{
		"tar and zip":             {tarThenZip(t), "both a tar and a zip"},
		"gzip and zip":            {gzipThenZip(t), "both a tar.gz and a zip"},
		"zip and tar":             {zipThenTar(t), "both a zip and a tar"},
		"program and zip":         {append([]byte("\x7fELF"), zipOf(t, skill)...), "a zip with other data before it, such as a program that unpacks it"},
		"text behind a NUL":       {rawTar(skill, longName("a\x00/../b\x00"), item{name: "a", body: "x"}), "has a NUL inside of its long name"},
		"two long names":          {rawTar(skill, longName("a\x00"), item{kind: 'x', body: "10 path=b\n"}, item{name: "c", body: "x"}), "has two long names"},
		"sparse in another way":   {tarOf(t, skill, item{name: "a", body: "x", pax: map[string]string{"SCHILY.realsize": "999999"}}), "a sparse file"},
		"a folder by attributes":  {patched(zipOf(t, skill), 38, dosDir), "a file by its name and a folder by its attributes"},
		"a label by attributes":   {patched(zipOf(t, skill), 38, dosVolume, 0, 0, 0), "a volume label"},
		"a device as a skill":     {tarOf(t, item{name: "SKILL.md", body: "---\nname: aux\ndescription: d\n---\n"}), `the skill's name "aux" is no safe folder name`},
		"the cache's own as name": {tarOf(t, item{name: "SKILL.md", body: "---\nname: .Ready\ndescription: d\n---\n"}), `the skill's name ".Ready" is no safe folder name`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := extract(t, c.b, ReadOptions{})
			var e *Error
			if !errors.As(err, &e) || e.Detail != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// rawTar is a tar without the help of a writer that knows better.
func rawTar(items ...item) []byte {
	var b []byte
	for _, it := range items {
		h := make([]byte, tarBlock)
		copy(h, it.name)
		copy(h[100:], "0000644\x00")
		copy(h[124:], fmt.Sprintf("%011o\x00", len(it.body)))
		if h[156] = it.kind; it.kind == 0 {
			h[156] = tar.TypeReg
		}
		copy(h[257:], "ustar\x0000")
		copy(h[148:], fmt.Sprintf("%06o\x00 ", tarChecksum(h)))
		b = append(append(b, h...), it.body...)
		b = append(b, make([]byte, padded(int64(len(it.body)))-int64(len(it.body)))...)
	}
	return append(b, make([]byte, 2*tarBlock)...)
}

// A GNU long name ends with one NUL, or with several, or with none.
func TestLongNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a/b", "a/b\x00", "a/b\x00\x00\x00"} {
		m, _, err := extract(t, rawTar(item{name: "SKILL.md", body: skillMD}, longName(name), item{name: "a", body: "x"}), ReadOptions{})
		if err != nil || len(m.Files) != 2 || m.Files[1].Path != "a/b" {
			t.Errorf("%q: %v, %v", name, m, err)
		}
	}
}

func TestExtractLeavesGitOut(t *testing.T) {
	t.Parallel()
	items := []item{
		{name: "SKILL.md", body: skillMD},
		{name: ".git/config", body: "x"},
		{name: ".git/HEAD", body: "x"},
		{name: ".gitignore", body: "x"},
		{name: "sub/.GIT", body: "x"},
		{name: ".github/x", body: "x"},
	}
	for name, b := range map[string][]byte{"tar": tarOf(t, items...), "zip": zipOf(t, items...)} {
		m, dst, err := extract(t, b, ReadOptions{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d := cmp.Diff([]Skipped{{".git", "git's own files"}, {"sub/.GIT", "git's own files"}}, m.Skipped); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		want := map[string]string{"SKILL.md": "0644 " + skillMD, ".gitignore": "0644 x", ".github/x": "0644 x"}
		if d := cmp.Diff(want, tree(t, dst)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// pzstd begins its files with a frame that decoders skip.
func TestExtractSkippableFrames(t *testing.T) {
	t.Parallel()
	frame := []byte("\x50\x2a\x4d\x18\x04\x00\x00\x00size")
	b := zst(t, tarOf(t, item{name: "SKILL.md", body: skillMD}))
	for _, b := range [][]byte{append(bytes.Clone(frame), b...), append(bytes.Clone(b), frame...)} {
		if m, _, err := extract(t, b, ReadOptions{}); err != nil || m.Format != TarZstd {
			t.Errorf("%v, %v", m, err)
		}
	}
}
