package pack

import (
	"bufio"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"math"

	"github.com/klauspost/compress/flate"
)

// zipball is a zip whose structure has been checked.
type zipball struct {
	r       io.Reader // the archive from its first byte, read once and in order
	entries []*zipEntry
}

// tile checks that local headers, data and descriptors of the entries, which
// are in the order of their offsets, fill the file up to the directory.
func tile(r io.ReaderAt, entries []*zipEntry, dirOffset uint64) error {
	var at uint64
	for i, e := range entries {
		limit := dirOffset
		if i+1 < len(entries) {
			limit = entries[i+1].offset
		}
		switch {
		case e.offset < at:
			return refuse(e.name, RuleDiffering, "shares bytes with another entry")
		case e.offset > at:
			return refuse(e.name, RuleDiffering, "%d bytes before it belong to no entry", e.offset-at)
		}
		if err := e.readLocal(r, limit); err != nil {
			return err
		}
		at = e.end
	}
	if at != dirOffset {
		return refuse("", RuleDiffering, "%d bytes before the central directory belong to no entry", dirOffset-at)
	}
	return nil
}

// readLocal checks an entry's local header and descriptor against the
// directory; the entry must end at or before limit.
func (e *zipEntry) readLocal(r io.ReaderAt, limit uint64) error {
	b := make([]byte, lenLocal)
	if e.offset > math.MaxInt64/2 {
		return refuse(e.name, RuleDiffering, "its offset is behind the end of the file")
	}
	if err := readAt(r, b, int64(e.offset)); err != nil {
		return err
	}
	if le.Uint32(b) != sigLocal {
		return refuse(e.name, RuleDiffering, "no local header where the directory says")
	}
	variable := make([]byte, int(le.Uint16(b[26:]))+int(le.Uint16(b[28:])))
	if err := readAt(r, variable, int64(e.offset)+lenLocal); err != nil {
		return err
	}
	name, extra := variable[:le.Uint16(b[26:])], variable[le.Uint16(b[26:]):]
	size, packed := uint64(le.Uint32(b[22:])), uint64(le.Uint32(b[18:]))
	if string(name) != e.name {
		return refuse(e.name, RuleDiffering, "its local header has another name")
	}
	if err := e.extras(extra, &size, &packed); err != nil {
		return err
	}
	if err := e.agrees(le.Uint16(b[6:]), le.Uint16(b[8:]), le.Uint32(b[14:]), packed, size); err != nil {
		return err
	}
	e.data = e.offset + lenLocal + uint64(len(variable))
	e.end = e.data + e.packed
	if e.end > limit {
		return refuse(e.name, RuleDiffering, "shares bytes with another entry")
	}
	if e.flags&flagDescriptor == 0 {
		return nil
	}
	return e.readDescriptor(r, limit-e.end)
}

// agrees compares the numbers of the local header with the directory's. With a
// descriptor behind the data they may be zero instead.
func (e *zipEntry) agrees(flags, method uint16, crc uint32, packed, size uint64) error {
	streamed := e.flags&flagDescriptor != 0
	same := func(local, central uint64) bool { return local == central || streamed && local == 0 }
	switch {
	case (flags^e.flags)&^flagLevel != 0:
		return refuse(e.name, RuleDiffering, "its local header has other flags")
	case method != e.method:
		return refuse(e.name, RuleDiffering, "its local header has another compression method")
	case !same(uint64(crc), uint64(e.crc)):
		return refuse(e.name, RuleDiffering, "its local header has another checksum")
	case !same(size, e.size), !same(packed, e.packed):
		return refuse(e.name, RuleDiffering, "its local header has another size")
	}
	return nil
}

// readDescriptor checks the record behind the data. Its signature is optional
// and its sizes have 4 or 8 bytes; since entries tile the file, the room it
// takes says which form it is.
func (e *zipEntry) readDescriptor(r io.ReaderAt, room uint64) error {
	if room < 12 || room > 24 || room%4 != 0 {
		return refuse(e.name, RuleDiffering, "no data descriptor behind its data")
	}
	b := make([]byte, room)
	if err := readAt(r, b, int64(e.end)); err != nil {
		return err
	}
	e.end += room
	if room == 16 || room == 24 {
		if le.Uint32(b) != sigDescriptor {
			return refuse(e.name, RuleDiffering, "no data descriptor behind its data")
		}
		b = b[4:]
	}
	var packed, size uint64
	if len(b) == 12 {
		packed, size = uint64(le.Uint32(b[4:])), uint64(le.Uint32(b[8:]))
	} else {
		packed, size = le.Uint64(b[4:]), le.Uint64(b[12:])
	}
	if le.Uint32(b) != e.crc || packed != e.packed || size != e.size {
		return refuse(e.name, RuleDiffering, "its data descriptor differs from the directory")
	}
	return nil
}

// Kinds of files in Unix mode bits, as zip stores them in the upper half of
// the attributes, and MS-DOS attributes, in the lower.
const (
	unixKind    = 0xf000
	unixRegular = 0x8000
	unixDir     = 0x4000
	unixLink    = 0xa000
	dosDir      = 0x10
	dosVolume   = 0x08
)

// header translates an entry and says what is wrong with it as a zip entry.
// The kind bits count whatever system the entry claims to come from, because
// some readers heed them always.
func (e *zipEntry) header() header {
	h := header{name: e.name, size: int64(e.size), dir: isFolderName(e.name)}
	mode := e.attrs >> 16
	h.exec = mode&0o100 != 0
	switch mode & unixKind {
	case 0, unixRegular:
		if h.dir && mode&unixKind == unixRegular {
			h.fault = refuse("", RuleDiffering, "a folder by its name and a file by its mode")
		}
	case unixDir:
		if !h.dir {
			h.fault = refuse("", RuleDiffering, "a file by its name and a folder by its mode")
		}
	case unixLink:
		h.link = "symbolic link"
	default:
		h.fault = refuse("", RuleSpecial, "a device, pipe or socket")
	}
	switch {
	case h.fault != nil:
	case e.attrs&dosVolume != 0 && (e.host == 0 || mode == 0):
		h.fault = refuse("", RuleSpecial, "a volume label")
	case e.attrs&dosDir != 0 && !h.dir && h.link == "":
		h.fault = refuse("", RuleDiffering, "a file by its name and a folder by its attributes")
	}
	return h
}

// walk reads the archive front to back, each byte once.
func (z *zipball) walk(ctx context.Context, want content, visit func(h header, body io.Reader) error) error {
	if want == headersOnly {
		for _, e := range z.entries {
			if err := visit(e.header(), nil); err != nil {
				return err
			}
		}
		return drain(ctx, z.r)
	}
	var at uint64
	for _, e := range z.entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := discard(z.r, e.data-at); err != nil {
			return err
		}
		data := newZipData(z.r, e)
		if err := visit(e.header(), data); err != nil {
			return err
		}
		if err := data.finish(); err != nil {
			return err
		}
		at = e.data + e.packed
	}
	return drain(ctx, z.r)
}

// drain reads to the end, for the digest of all bytes.
func drain(ctx context.Context, r io.Reader) error {
	for {
		_, err := io.CopyN(io.Discard, r, 1<<20)
		switch {
		case errors.Is(err, io.EOF):
			return ctx.Err()
		case err != nil:
			return streamError(err)
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}

func discard(r io.Reader, n uint64) error {
	_, err := io.CopyN(io.Discard, r, int64(n))
	if errors.Is(err, io.EOF) {
		return refuse("", RuleTruncated, "the zip is cut off")
	}
	return err
}

// zipData is the data of one entry, unpacked and verified.
type zipData struct {
	e      *zipEntry
	stored *io.LimitedReader
	buffer *bufio.Reader // between stored and the decoder, nil for stored data
	plain  io.Reader
	crc    uint32
	n      uint64
}

func newZipData(r io.Reader, e *zipEntry) *zipData {
	d := &zipData{e: e, stored: &io.LimitedReader{R: r, N: int64(e.packed)}}
	d.plain = d.stored
	if e.method == methodDeflate {
		d.buffer = bufio.NewReader(d.stored)
		d.plain = flate.NewReader(d.buffer)
	}
	return d
}

// Read unpacks; more data than declared is refused at the first byte too many.
func (d *zipData) Read(p []byte) (int, error) {
	n, err := d.plain.Read(p)
	d.n += uint64(n)
	d.crc = crc32.Update(d.crc, crc32.IEEETable, p[:n])
	if d.n > d.e.size {
		return 0, refuse(d.e.name, RuleDiffering, "unpacks to more than the %d bytes it declares", d.e.size)
	}
	return n, inEntry(d.e.name, streamError(err))
}

// finish reads what the visitor left, and checks that the data ended where it
// had to, with the right size and checksum.
func (d *zipData) finish() error {
	if _, err := io.Copy(io.Discard, d); err != nil {
		return err
	}
	switch {
	case d.stored.N != 0 || d.buffer != nil && d.buffer.Buffered() > 0:
		return refuse(d.e.name, RuleDiffering, "bytes follow its compressed data")
	case d.n != d.e.size:
		return refuse(d.e.name, RuleDiffering, "unpacks to %d bytes and declares %d", d.n, d.e.size)
	case d.crc != d.e.crc:
		return refuse(d.e.name, RuleChecksum, "its checksum is wrong")
	}
	return nil
}

// inEntry names the entry in a refusal that names none.
func inEntry(name string, err error) error {
	var e *Error
	if errors.As(err, &e) && e.Entry == "" {
		e.Entry = name
	}
	return err
}
