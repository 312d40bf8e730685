package pack

import (
	"bytes"
	"io"
	"math"
)

// tarTap sits below archive/tar and watches the raw headers pass. The standard
// reader resolves names and sizes well, but hides what two readers may read
// differently: extension headers given twice or belonging to no file, a size
// that differs between header and extension, and whatever follows the end.
type tarTap struct {
	r     io.Reader
	pos   int64 // bytes passed
	limit int64 // most bytes that may pass

	next  int64 // offset of the next raw header; beyond any offset when not known yet
	block [tarBlock]byte
	have  int

	extensions map[byte]int // extension headers since the last entry, by type
	longEnd    int64        // offset behind the long name that is passing
	longNUL    bool         // the long name has had a NUL
	hidden     bool         // text follows the NUL of a long name
	size       int64        // size field of the last entry's own header
	found      bool         // a header has passed whose checksum is right
	end        int64        // offset of the first end mark, -1 before it
	trailing   bool         // something but zeros follows the end marks
}

func newTarTap(r io.Reader, limit int64) *tarTap {
	return &tarTap{r: r, limit: limit, extensions: map[byte]int{}, end: -1}
}

// Read passes bytes on and refuses a stream longer than the limit.
func (t *tarTap) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.watch(p[:n])
	if t.pos > t.limit {
		return 0, refuse("", RuleTotalSize, "unpacks to more than %d bytes", t.limit)
	}
	return n, err
}

func (t *tarTap) watch(p []byte) {
	for len(p) > 0 {
		n := len(p)
		switch {
		case t.end >= 0:
			t.trailing = t.trailing || !allZero(p)
		case t.pos < t.next:
			n = int(min(int64(n), t.next-t.pos))
			t.longName(p[:n])
		default:
			n = copy(t.block[t.have:], p)
			t.have += n
		}
		t.pos += int64(n)
		p = p[n:]
		if t.have == tarBlock {
			t.have = 0
			t.header()
		}
	}
}

// longName looks for text behind the NUL that ends a GNU long name: some
// readers stop there, others do not.
func (t *tarTap) longName(p []byte) {
	if t.pos >= t.longEnd {
		return
	}
	p = p[:min(int64(len(p)), t.longEnd-t.pos)]
	if i := bytes.IndexByte(p, 0); i >= 0 && !t.longNUL {
		t.longNUL, p = true, p[i:]
	}
	t.hidden = t.hidden || t.longNUL && !allZero(p)
}

// header looks at one raw header that has just passed.
func (t *tarTap) header() {
	if allZero(t.block[:]) {
		t.end = t.pos - tarBlock
		return
	}
	t.found = t.found || isTarHeader(t.block[:])
	size, ok := tarNumber(t.block[124:136])
	kind := t.block[156]
	switch {
	case !ok || size < 0: // archive/tar refuses it too
		t.next = math.MaxInt64
	case kind == 'x' || kind == 'L' || kind == 'K':
		t.extensions[kind]++
		t.next = t.pos + padded(size)
		if kind != 'x' {
			t.longEnd, t.longNUL = t.pos+min(size, padded(size)), false
		}
	case kind == 'g':
		t.next = t.pos + padded(size)
	default:
		t.size = size
		t.next = math.MaxInt64 // entry says where its data ends
	}
}

// twoNames says when the entry just read has both a GNU long name and one in
// its extended header, or "": which of them counts, readers do not agree on.
func (t *tarTap) twoNames(pax map[string]string) string {
	_, path := pax["path"]
	_, link := pax["linkpath"]
	switch {
	case path && t.extensions['L'] > 0, link && t.extensions['K'] > 0:
		return "has two long names"
	case t.hidden:
		return "has a NUL inside of its long name"
	}
	return ""
}

// entry tells the tap that the entry just read has size bytes of data, and
// returns what was odd about its headers, or "".
func (t *tarTap) entry(size int64, sizeExtended bool) string {
	t.next = t.pos + padded(size)
	twice := false
	for _, n := range t.extensions {
		twice = twice || n > 1
	}
	clear(t.extensions)
	switch {
	case twice:
		return "has the same extension header twice"
	case sizeExtended && t.size != 0 && t.size != size:
		return "has one size in its header and another in its extension"
	}
	return ""
}

// finish reads the rest of the stream and checks that it ends as a tar must:
// two blocks of zeros where the last entry ended, and nothing but zeros then.
func (t *tarTap) finish() error {
	if _, err := io.Copy(io.Discard, t); err != nil {
		return err
	}
	switch {
	case t.end < 0 || t.pos-t.end < 2*tarBlock:
		return refuse("", RuleTruncated, "the tar has no end marks")
	case t.trailing:
		return refuse("", RuleTrailing, "data follows the end marks of the tar")
	case t.pos%tarBlock != 0:
		return refuse("", RuleTruncated, "the tar ends inside a block")
	case len(t.extensions) > 0:
		return refuse("", RuleDamaged, "the tar ends with an extension header that belongs to no file")
	}
	return nil
}

// padded is a size rounded up to whole blocks.
func padded(size int64) int64 {
	if size > math.MaxInt64/2 {
		return math.MaxInt64 / 2
	}
	return (size + tarBlock - 1) / tarBlock * tarBlock
}

var zeros [4096]byte

func allZero(p []byte) bool {
	for len(p) > len(zeros) {
		if !bytes.Equal(p[:len(zeros)], zeros[:]) {
			return false
		}
		p = p[len(zeros):]
	}
	return bytes.Equal(p, zeros[:len(p)])
}

// tarNumber reads a numeric header field: octal digits between blanks and
// NULs, or big-endian binary when the first bit is set.
func tarNumber(field []byte) (int64, bool) {
	if len(field) > 0 && field[0]&0x80 != 0 {
		return tarBinary(field)
	}
	field = bytes.Trim(field, " \x00")
	var n int64
	for _, c := range field {
		if c < '0' || c > '7' || n > math.MaxInt64>>3 {
			return 0, false
		}
		n = n<<3 | int64(c-'0')
	}
	return n, true
}

func tarBinary(field []byte) (int64, bool) {
	if field[0]&0x40 != 0 {
		return -1, true // negative: whatever its size, refused
	}
	n := int64(field[0] & 0x3f)
	for _, c := range field[1:] {
		if n > math.MaxInt64>>8 {
			return 0, false
		}
		n = n<<8 | int64(c)
	}
	return n, true
}
