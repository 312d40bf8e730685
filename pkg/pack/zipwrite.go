package pack

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// Fields of a zip entry that are the same in all packs.
const (
	zipMadeBy   = 3<<8 | 20 // Unix, version 2.0
	zipNeeds    = 20        // version 2.0: deflate
	zipDate1980 = 1<<5 | 1  // 1980-01-01 as MS-DOS counts
	deflateHold = 1 << 20   // bytes of compressed data held in memory; beyond, a file is compressed twice
)

// writeZip writes the zip with the standard library's raw entries. The zip
// writer of mholt/archives adds a time stamp field to each entry and a record
// behind its data, which some clients' readers do not take, and names from the
// disk; a raw entry is exactly what we say.
func (p *Pack) writeZip(ctx context.Context, w io.Writer) error {
	zw := zip.NewWriter(w)
	deflater, err := flate.NewWriter(nil, gzipLevel)
	if err != nil {
		return err
	}
	z := &zipWriter{pack: p, zip: zw, deflater: deflater}
	for _, f := range p.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := z.add(f); err != nil {
			return err
		}
	}
	return zw.Close()
}

type zipWriter struct {
	pack     *Pack
	zip      *zip.Writer
	deflater *flate.Writer
	held     bytes.Buffer
}

// add writes one entry. Its header comes before its data and says how long
// that is, so the data is compressed first: into memory, or, when it is long,
// once to measure it and once more to write it.
func (z *zipWriter) add(f File) error {
	z.held.Reset()
	m := &measure{keep: &z.held, most: deflateHold}
	crc, err := z.deflate(f, m)
	if err != nil {
		return err
	}
	h := &zip.FileHeader{
		Name: z.pack.prefix + f.Path, CreatorVersion: zipMadeBy, ReaderVersion: zipNeeds, Flags: flagUTF8,
		Method: methodDeflate, CRC32: crc,
		CompressedSize64: uint64(m.n), UncompressedSize64: uint64(f.Bytes), ExternalAttrs: (unixRegular | uint32(f.Mode)) << 16,
	}
	h.ModifiedDate = zipDate1980 //nolint:staticcheck // a raw entry has no other way to set its time
	store := m.n >= f.Bytes
	if store {
		h.Method, h.CompressedSize64 = methodStore, h.UncompressedSize64
	}
	out, err := z.zip.CreateRaw(h)
	switch {
	case err != nil:
		return err
	case store:
		return z.copy(f, out)
	case m.n <= deflateHold:
		_, err = out.Write(z.held.Bytes())
		return err
	}
	_, err = z.deflate(f, out)
	return err
}

// deflate compresses a file to w and returns the checksum of the file.
func (z *zipWriter) deflate(f File, w io.Writer) (uint32, error) {
	crc := crc32.NewIEEE()
	z.deflater.Reset(w)
	if err := z.copy(f, io.MultiWriter(crc, z.deflater)); err != nil {
		return 0, err
	}
	return crc.Sum32(), z.deflater.Close()
}

func (z *zipWriter) copy(f File, w io.Writer) (err error) {
	r, err := z.pack.open(f)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	_, err = io.Copy(w, r)
	return err
}

// measure counts bytes and keeps them as long as they are few.
type measure struct {
	n, most int64
	keep    *bytes.Buffer
}

func (m *measure) Write(p []byte) (int, error) {
	m.n += int64(len(p))
	if m.n <= m.most {
		m.keep.Write(p)
	}
	return len(p), nil
}
