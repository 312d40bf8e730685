package pack

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Sizes and signatures of zip records (APPNOTE.TXT 4.3).
const (
	sigLocal      = 0x04034b50
	sigCentral    = 0x02014b50
	sigEnd        = 0x06054b50
	sigEnd64      = 0x06064b50
	sigLocator64  = 0x07064b50
	sigDescriptor = 0x08074b50

	lenLocal     = 30
	lenCentral   = 46
	lenEnd       = 22
	lenEnd64     = 56
	lenLocator64 = 20

	max16 = math.MaxUint16
	max32 = math.MaxUint32

	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagPatched    = 1 << 5
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13
	flagLevel      = 1<<1 | 1<<2 // hints about the compression level

	methodStore   = 0
	methodDeflate = 8

	extraZip64       = 0x0001
	extraUnicodePath = 0x7075
)

var le = binary.LittleEndian

// zipEntry is one entry of a central directory.
type zipEntry struct {
	name   string
	host   byte // system the attributes come from; 3 is Unix
	flags  uint16
	method uint16
	crc    uint32
	packed uint64 // bytes as stored
	size   uint64 // bytes unpacked
	attrs  uint32
	offset uint64 // of the local header
	data   uint64 // offset of the stored bytes
	end    uint64 // offset behind data and descriptor
}

// zipDirectory is where a zip's central directory lies, as its end record
// says.
type zipDirectory struct {
	offset, size, count uint64
	recordsAt           uint64 // where the end records begin
}

// The standard library's zip reader finds a central directory in almost
// anything and believes it; that of mholt/archives is built on the same code.
// Here the whole structure is checked: directory, local headers, data and
// descriptors must agree and tile the file without gap or overlap, so that a
// reader from the front and a reader from the back see the same. Nothing in
// this file decompresses.

// readZipDirectory reads and checks the structure of a zip and returns its
// entries in the order of their data.
func readZipDirectory(r io.ReaderAt, size int64, maxEntries int) ([]*zipEntry, error) {
	dir, err := findDirectory(r, size)
	if err != nil {
		return nil, err
	}
	switch {
	case dir.count == 0:
		return nil, refuse("", RuleEmpty, "the zip has no entries")
	case dir.count > uint64(maxEntries):
		return nil, refuse("", RuleEntries, "more than %d entries", maxEntries)
	case dir.size > dir.count*(lenCentral+3*max16) || dir.offset+dir.size != dir.recordsAt || dir.offset > math.MaxInt64/2:
		return nil, refuse("", RuleDiffering, "the central directory is not where the end record says")
	}
	entries, err := readCentral(io.NewSectionReader(r, int64(dir.offset), int64(dir.size)), dir)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(entries, func(a, b *zipEntry) int { return cmp.Compare(a.offset, b.offset) })
	return entries, tile(r, entries, dir.offset)
}

// findDirectory reads the end records.
func findDirectory(r io.ReaderAt, size int64) (zipDirectory, error) {
	tail := make([]byte, min(size, maxZipTail+lenLocator64))
	if err := readAt(r, tail, size-int64(len(tail))); err != nil {
		return zipDirectory{}, err
	}
	at := findEnd(tail)
	if at < 0 {
		return zipDirectory{}, refuse("", RuleTruncated, "the zip has no end record at its end: it is cut off, or data follows it")
	}
	end := tail[at:]
	if i := slices.IndexFunc(end[lenEnd:], func(c byte) bool { return c < '\t' }); i >= 0 {
		return zipDirectory{}, refuse("", RuleDiffering, "binary data in the archive's comment")
	}
	recordsAt := size - int64(len(end))
	if at >= lenLocator64 && le.Uint32(tail[at-lenLocator64:]) == sigLocator64 {
		return readEnd64(r, end, tail[at-lenLocator64:at], recordsAt-lenLocator64)
	}
	d := zipDirectory{
		offset: uint64(le.Uint32(end[16:])), size: uint64(le.Uint32(end[12:])), count: uint64(le.Uint16(end[10:])),
		recordsAt: uint64(recordsAt),
	}
	if le.Uint16(end[4:]) != 0 || le.Uint16(end[6:]) != 0 || le.Uint16(end[8:]) != le.Uint16(end[10:]) {
		return d, refuse("", RuleDiffering, "one part of a split zip")
	}
	return d, nil
}

// findEnd returns where in the last bytes of a file the end record of a zip
// lies that ends the file, comment included, or -1.
func findEnd(tail []byte) int {
	at := bytes.LastIndex(tail, magicZipEmpty)
	for at >= 0 && (len(tail)-at < lenEnd || at+lenEnd+int(le.Uint16(tail[at+20:])) != len(tail)) {
		at = bytes.LastIndex(tail[:at], magicZipEmpty)
	}
	return at
}

// readEnd64 reads the ZIP64 end record in front of its locator. Wherever the
// plain record says a number itself, both must say the same.
func readEnd64(r io.ReaderAt, end, locator []byte, locatorAt int64) (zipDirectory, error) {
	bad := func(what string) (zipDirectory, error) {
		return zipDirectory{}, refuse("", RuleDiffering, "the ZIP64 end record %s", what)
	}
	at := locatorAt - lenEnd64
	if at < 0 || le.Uint64(locator[8:]) != uint64(at) || le.Uint32(locator[4:]) != 0 || le.Uint32(locator[16:]) > 1 {
		return bad("is not where its locator says")
	}
	b := make([]byte, lenEnd64)
	if err := readAt(r, b, at); err != nil {
		return zipDirectory{}, err
	}
	if le.Uint32(b) != sigEnd64 || le.Uint64(b[4:]) != lenEnd64-12 {
		return bad("is missing or has an extension")
	}
	d := zipDirectory{offset: le.Uint64(b[48:]), size: le.Uint64(b[40:]), count: le.Uint64(b[32:]), recordsAt: uint64(at)}
	if le.Uint32(b[16:]) != 0 || le.Uint32(b[20:]) != 0 || le.Uint64(b[24:]) != d.count {
		return bad("belongs to a split zip")
	}
	if !d.matches(end) {
		return bad("and the plain one differ")
	}
	return d, nil
}

// matches compares with the plain end record, in which the largest number
// means "see the ZIP64 record".
func (d zipDirectory) matches(end []byte) bool {
	for at, want := range map[int]uint64{4: 0, 6: 0, 8: d.count, 10: d.count} {
		if n := uint64(le.Uint16(end[at:])); n != max16 && n != want {
			return false
		}
	}
	for at, want := range map[int]uint64{12: d.size, 16: d.offset} {
		if n := uint64(le.Uint32(end[at:])); n != max32 && n != want {
			return false
		}
	}
	return true
}

// readCentral reads the central directory, which must hold the number of
// entries the end record says and nothing else.
func readCentral(r io.Reader, dir zipDirectory) ([]*zipEntry, error) {
	entries := make([]*zipEntry, 0, dir.count)
	left := dir.size
	for range dir.count {
		fixed := make([]byte, lenCentral)
		if left < lenCentral {
			return nil, refuse("", RuleDiffering, "the central directory is shorter than the number of its entries")
		}
		if err := readFull(r, fixed); err != nil {
			return nil, err
		}
		if le.Uint32(fixed) != sigCentral {
			return nil, refuse("", RuleDamaged, "the central directory is damaged")
		}
		variable := make([]byte, int(le.Uint16(fixed[28:]))+int(le.Uint16(fixed[30:]))+int(le.Uint16(fixed[32:])))
		left -= lenCentral
		if left < uint64(len(variable)) {
			return nil, refuse("", RuleDamaged, "the central directory is damaged")
		}
		left -= uint64(len(variable))
		if err := readFull(r, variable); err != nil {
			return nil, err
		}
		e, err := parseCentral(fixed, variable)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	if left != 0 {
		return nil, refuse("", RuleDiffering, "the central directory is longer than the number of its entries")
	}
	return entries, nil
}

func parseCentral(b, variable []byte) (*zipEntry, error) {
	n, x := int(le.Uint16(b[28:])), int(le.Uint16(b[30:]))
	e := &zipEntry{
		name: string(variable[:n]), host: b[5], flags: le.Uint16(b[8:]), method: le.Uint16(b[10:]), crc: le.Uint32(b[16:]),
		packed: uint64(le.Uint32(b[20:])), size: uint64(le.Uint32(b[24:])), attrs: le.Uint32(b[38:]), offset: uint64(le.Uint32(b[42:])),
	}
	if le.Uint16(b[34:]) != 0 {
		return nil, refuse(e.name, RuleDiffering, "one part of a split zip")
	}
	if err := e.extras(variable[n:n+x], &e.size, &e.packed, &e.offset); err != nil {
		return nil, err
	}
	if e.flags&flagUTF8 != 0 && !utf8.ValidString(e.name) {
		return nil, refuse(e.name, "not-utf8", "the name is marked as UTF-8 and is not")
	}
	return e, e.supported()
}

// supported refuses what this reader does not decode.
func (e *zipEntry) supported() error {
	switch {
	case e.flags&(flagEncrypted|flagStrong|flagMasked) != 0:
		return refuse(e.name, RuleEncrypted, "encrypted")
	case e.flags&flagPatched != 0:
		return refuse(e.name, RuleMethod, "compressed patch data")
	case e.method != methodStore && e.method != methodDeflate:
		return refuse(e.name, RuleMethod, "compressed with %s: only stored and deflate are supported", methodName(e.method))
	case e.method == methodStore && e.packed != e.size:
		return refuse(e.name, RuleDiffering, "stored with two different sizes")
	case e.size > math.MaxInt64 || e.packed > math.MaxInt64/2:
		return refuse(e.name, RuleFileSize, "%d bytes", e.size)
	}
	return nil
}

// methodName names the compression methods that occur.
func methodName(method uint16) string {
	names := map[uint16]string{
		1: "shrink", 6: "implode", 9: "deflate64", 12: "bzip2", 14: "lzma",
		93: "zstd", 95: "xz", 96: "jpeg", 97: "wavpack", 98: "ppmd", 99: "AES encryption",
	}
	if n, ok := names[method]; ok {
		return n
	}
	return "an unknown method"
}

// extras walks an extra field; numbers are those that a ZIP64 extra replaces,
// in its order, where they say 0xffffffff.
func (e *zipEntry) extras(b []byte, numbers ...*uint64) error {
	seen64 := false
	for len(b) > 0 {
		if len(b) < 4 || len(b)-4 < int(le.Uint16(b[2:])) {
			return refuse(e.name, RuleDamaged, "the extra field runs past its end")
		}
		id, data := le.Uint16(b), b[4:4+int(le.Uint16(b[2:]))]
		b = b[4+len(data):]
		switch {
		case id == extraZip64 && seen64:
			return refuse(e.name, RuleDiffering, "two ZIP64 fields")
		case id == extraZip64:
			seen64 = true
			if err := e.extra64(data, numbers); err != nil {
				return err
			}
		case id == extraUnicodePath && (len(data) < 5 || string(data[5:]) != e.name):
			return refuse(e.name, RuleDiffering, "a second, different name in its Unicode Path field")
		}
	}
	return nil
}

func (e *zipEntry) extra64(data []byte, numbers []*uint64) error {
	for _, n := range numbers {
		if *n != max32 {
			continue
		}
		if len(data) < 8 {
			return refuse(e.name, RuleDamaged, "the ZIP64 field is too short")
		}
		*n, data = le.Uint64(data), data[8:]
	}
	if len(data) > 4 { // a disk number may follow
		return e.extra64Unused(data)
	}
	return nil
}

// extra64Unused accepts sizes that a ZIP64 field repeats although the plain
// fields hold them: some writers reserve the space before they know.
func (e *zipEntry) extra64Unused(data []byte) error {
	for ; len(data) >= 8; data = data[8:] {
		if v := le.Uint64(data); v != 0 && v != e.size && v != e.packed && v != e.offset {
			return refuse(e.name, RuleDiffering, "a ZIP64 field that contradicts the header")
		}
	}
	return nil
}

func readAt(r io.ReaderAt, b []byte, at int64) error {
	if at < 0 {
		return refuse("", RuleTruncated, "the zip is cut off")
	}
	n, err := r.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case errors.Is(err, io.EOF):
		return refuse("", RuleTruncated, "the zip is cut off")
	}
	return err
}

func readFull(r io.Reader, b []byte) error {
	_, err := io.ReadFull(r, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse("", RuleTruncated, "the zip is cut off")
	}
	return err
}

// isFolderName reports how zip marks folders.
func isFolderName(name string) bool { return strings.HasSuffix(name, "/") }
