package pack

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
)

// Offsets of fields in a central header.
const (
	atFlags  = 8
	atMethod = 10
	atSize   = 24
	atDisk   = 34
)

// zipWithExtra is a zip of a skill whose one entry has that extra field in both
// of its headers.
func zipWithExtra(tb testing.TB, extra ...byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateHeader(&zip.FileHeader{Name: "SKILL.md", Method: zip.Deflate, Extra: extra})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := io.WriteString(f, skillMD); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// patched is a copy of a zip with other bytes in its first central header.
func patched(b []byte, at int, with ...byte) []byte {
	b = bytes.Clone(b)
	copy(b[bytes.Index(b, []byte("PK\x01\x02"))+at:], with)
	return b
}

// with64 is a zip with a ZIP64 end record and its locator in front of the plain
// one, which change may spoil.
func with64(b []byte, change func(record, locator, end []byte)) []byte {
	at := len(b) - lenEnd
	end := bytes.Clone(b[at:])
	record := binary.LittleEndian.AppendUint32(nil, sigEnd64)
	record = binary.LittleEndian.AppendUint64(record, lenEnd64-12)
	record = append(record, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	count := uint64(le.Uint16(end[10:]))
	for _, n := range []uint64{count, count, uint64(le.Uint32(end[12:])), uint64(le.Uint32(end[16:]))} {
		record = binary.LittleEndian.AppendUint64(record, n)
	}
	locator := binary.LittleEndian.AppendUint32(nil, sigLocator64)
	locator = append(locator, 0, 0, 0, 0)
	locator = binary.LittleEndian.AppendUint64(locator, uint64(at))
	locator = append(locator, 1, 0, 0, 0)
	change(record, locator, end)
	return bytes.Join([][]byte{b[:at], record, locator, end}, nil)
}

func TestZipTakes(t *testing.T) {
	t.Parallel()
	plain := zipOf(t, item{name: "SKILL.md", body: skillMD})
	unicodePath := append([]byte{0x75, 0x70, 13, 0, 1, 0, 0, 0, 0}, "SKILL.md"...)
	for name, b := range map[string][]byte{
		"unicode path":        zipWithExtra(t, unicodePath...),
		"unused ZIP64 field":  zipWithExtra(t, 1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		"repeated ZIP64 size": zipWithExtra(t, 1, 0, 8, 0, byte(len(skillMD)), 0, 0, 0, 0, 0, 0, 0),
		"unknown field":       zipWithExtra(t, 0x34, 0x12, 2, 0, 'h', 'i'),
		"ZIP64 end record":    with64(plain, func(_, _, _ []byte) {}),
		"ZIP64 end record alone has the numbers": with64(plain, func(_, _, end []byte) {
			copy(end[8:], bytes.Repeat([]byte{0xff}, 12))
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, _, err := extract(t, b, ReadOptions{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestZipOrder reads a zip whose central headers stand in another order than
// its entries, as some tools write them.
func TestZipOrder(t *testing.T) {
	t.Parallel()
	b := zipOf(t, item{name: "SKILL.md", body: skillMD}, item{name: "notes.md", body: "Notes.\n"})
	first := bytes.Index(b, []byte("PK\x01\x02"))
	second := first + 4 + bytes.Index(b[first+4:], []byte("PK\x01\x02"))
	end := len(b) - lenEnd
	m, _, err := extract(t, bytes.Join([][]byte{b[:first], b[second:end], b[first:second], b[end:]}, nil), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Files) != 2 {
		t.Errorf("%d files, want 2", len(m.Files))
	}
}

func TestZipRefuses(t *testing.T) {
	t.Parallel()
	plain := zipOf(t, item{name: "SKILL.md", body: skillMD})
	size := le.Uint32(plain[bytes.Index(plain, []byte("PK\x01\x02"))+atSize:])
	spoil := func(change func(record, locator, end []byte)) []byte { return with64(plain, change) }
	for name, c := range map[string]struct {
		b          []byte
		rule, text string
	}{
		"encrypted":        {patched(plain, atFlags, 1), RuleEncrypted, "encrypted"},
		"patch data":       {patched(plain, atFlags, 0x20), RuleMethod, "patch"},
		"bzip2":            {patched(plain, atMethod, 12), RuleMethod, "bzip2"},
		"no known method":  {patched(plain, atMethod, 77), RuleMethod, "unknown"},
		"stored, two ways": {patched(plain, atMethod, 0), RuleDiffering, "two different sizes"},
		"split":            {patched(plain, atDisk, 1), RuleDiffering, "split"},
		"not UTF-8":        {bytes.ReplaceAll(patched(plain, atFlags+1, 8), []byte("SKILL.md"), []byte("\xffKILL.md")), "not-utf8", "UTF-8"},
		"extra too long":   {zipWithExtra(t, 0x34, 0x12, 9, 0, 'h', 'i'), RuleDamaged, "runs past"},
		"extra cut":        {zipWithExtra(t, 0x34, 0x12, 0), RuleDamaged, "runs past"},
		"two ZIP64 fields": {zipWithExtra(t, 1, 0, 0, 0, 1, 0, 0, 0), RuleDiffering, "two ZIP64"},
		"ZIP64 too short":  {patched(zipWithExtra(t, 1, 0, 2, 0, 0, 0), atSize, 0xff, 0xff, 0xff, 0xff), RuleDamaged, "too short"},
		"ZIP64 contradicts": {
			zipWithExtra(t, 1, 0, 8, 0, byte(size)+1, 0, 0, 0, 0, 0, 0, 0), RuleDiffering, "contradicts",
		},
		"second name": {zipWithExtra(t, append([]byte{0x75, 0x70, 13, 0, 1, 0, 0, 0, 0}, "../../xx"...)...), RuleDiffering, "second, different name"},

		"ZIP64 elsewhere": {spoil(func(_, locator, _ []byte) { locator[8]++ }), RuleDiffering, "not where its locator says"},
		"ZIP64 extended":  {spoil(func(record, _, _ []byte) { record[4]++ }), RuleDiffering, "extension"},
		"ZIP64 missing":   {spoil(func(record, _, _ []byte) { record[0] = 0 }), RuleDiffering, "missing"},
		"ZIP64 split":     {spoil(func(record, _, _ []byte) { record[16] = 1 }), RuleDiffering, "split"},
		"ZIP64 count":     {spoil(func(_, _, end []byte) { end[8], end[10] = 2, 2 }), RuleDiffering, "differ"},
		"ZIP64 offset":    {spoil(func(record, _, _ []byte) { record[48]++ }), RuleDiffering, "differ"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := extract(t, c.b, ReadOptions{})
			e, ok := errors.AsType[*Error](err)
			if !ok || e.Rule != c.rule || !strings.Contains(e.Error(), c.text) {
				t.Errorf("%v, want %q by %s", err, c.text, c.rule)
			}
		})
	}
}
