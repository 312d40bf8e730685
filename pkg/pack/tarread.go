package pack

import (
	"archive/tar"
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
)

// container is an opened archive. Its walk visits every entry in the order of
// the bytes; body is nil when only headers are asked for.
type container interface {
	walk(ctx context.Context, want content, visit func(h header, body io.Reader) error) error
}

// content says what a walk reads beside the headers.
type content uint8

const (
	headersOnly content = iota // data is skipped, checksums of the stream are verified
	withData                   // data is handed on
)

// tarball is a tar, compressed or not.
//
// The standard library's reader is used under our policy. The tar reader of
// mholt/archives wraps the same one, but drops global headers before a caller
// could judge their records, and stops at the end marks, which would leave the
// checksum of the stream unread.
type tarball struct {
	r      io.Reader // the archive from its first byte
	format Format
	limit  int64 // bytes of the uncompressed stream
}

func (t *tarball) walk(ctx context.Context, want content, visit func(h header, body io.Reader) error) error {
	stream, err := decompress(bufio.NewReaderSize(t.r, 64<<10), t.format)
	if err != nil {
		return err
	}
	defer func() { _ = stream.Close() }() // its errors have come with the data
	tap := newTarTap(stream, t.limit)
	tr := tar.NewReader(tap)
	for first := true; ; first = false {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, err := tr.Next()
		switch {
		case errors.Is(err, tar.ErrInsecurePath): // ours is the stricter judgement
		case errors.Is(err, io.EOF) && first:
			return refuse("", RuleEmpty, "the archive has no entries")
		case errors.Is(err, io.EOF):
			return streamError(tap.finish())
		case err != nil && !tap.found && (errors.Is(err, tar.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF)):
			return refuse("", RuleDamaged, "what is compressed is no tar")
		case err != nil:
			return streamError(err)
		}
		var body io.Reader
		if want == withData {
			body = tr
		}
		if err := visit(tarHeader(h, tap), body); err != nil {
			return err // of the disk, or a verdict of its own
		}
	}
}

// tarHeader translates a header and says what is wrong with it as a tar entry.
func tarHeader(h *tar.Header, tap *tarTap) header {
	out := header{name: h.Name, size: h.Size, exec: h.Mode&0o100 != 0, target: h.Linkname}
	if h.Typeflag == tar.TypeXGlobalHeader {
		return globalHeader(h)
	}
	_, sizeExtended := h.PAXRecords["size"]
	dataSize := h.Size
	switch h.Typeflag {
	case tar.TypeReg:
	case tar.TypeDir:
		out.dir, dataSize = true, 0
	case tar.TypeSymlink:
		out.link, out.size, dataSize = "symbolic link", 0, 0
	case tar.TypeLink:
		out.link, out.size, dataSize = "hard link", 0, 0
	case tar.TypeChar, tar.TypeBlock:
		out.fault, dataSize = refuse("", RuleSpecial, "a device"), 0
	case tar.TypeFifo:
		out.fault, dataSize = refuse("", RuleSpecial, "a named pipe"), 0
	case tar.TypeGNUSparse:
		out.fault = refuse("", RuleSparse, "a sparse file")
	default:
		out.fault = refuse("", RuleSpecial, "an entry of the unknown type %q", h.Typeflag)
	}
	odd := cmp.Or(tap.twoNames(h.PAXRecords), tap.entry(dataSize, sizeExtended))
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") || key == "SCHILY.realsize" {
			out.fault = refuse("", RuleSparse, "a sparse file")
		}
	}
	if odd != "" && out.fault == nil {
		out.fault = refuse("", RuleDiffering, "%s", odd)
	}
	return out
}

// globalHeader judges a PAX global header: git archive stores the commit in
// one, as a comment. Anything else in it would change later entries for some
// readers and not for others. An accepted one passes as the root folder, which
// nothing is made of.
func globalHeader(h *tar.Header) header {
	out := header{name: "./", dir: true}
	for key := range h.PAXRecords {
		if key != "comment" {
			out.name = h.Name
			out.fault = refuse("", RuleDiffering, "a global header that sets %q for later entries", key)
		}
	}
	return out
}
