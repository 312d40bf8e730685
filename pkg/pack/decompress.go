package pack

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// decompress returns the tar stream inside of an archive of format f. The
// reader ends with io.EOF only when the compressed stream ended as its format
// says, with every checksum verified. Close frees the decoder, not r.
func decompress(r *bufio.Reader, f Format) (io.ReadCloser, error) {
	switch f {
	case TarGzip:
		return newGunzip(r)
	case TarZstd:
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstdWindow))
		if err != nil {
			return nil, streamError(err)
		}
		return unzstd{d}, nil
	default:
		return io.NopCloser(r), nil
	}
}

// gunzip reads all members of a gzip stream. The library's own multi-member
// mode cannot tell the zero padding that tapes and proxies append from damage.
type gunzip struct {
	src     *bufio.Reader
	z       *gzip.Reader
	members int
}

func newGunzip(r *bufio.Reader) (*gunzip, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, streamError(err)
	}
	z.Multistream(false)
	return &gunzip{src: r, z: z, members: 1}, nil
}

func (g *gunzip) Read(p []byte) (int, error) {
	for {
		n, err := g.z.Read(p)
		switch {
		case n > 0 && errors.Is(err, io.EOF):
			return n, nil // the next call meets the end again
		case !errors.Is(err, io.EOF):
			return n, streamError(err)
		}
		if err := g.nextMember(); err != nil {
			return 0, err
		}
	}
}

// nextMember moves on to a further member; io.EOF says that there is none.
func (g *gunzip) nextMember() error {
	head, err := g.src.Peek(len(magicGzip))
	if !bytes.Equal(head, magicGzip) {
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		return onlyZeros(g.src)
	}
	if g.members++; g.members > maxGzipMembers {
		return refuse("", RuleDamaged, "more than %d gzip members", maxGzipMembers)
	}
	if err := g.z.Reset(g.src); err != nil {
		return streamError(err)
	}
	g.z.Multistream(false)
	return nil
}

func (g *gunzip) Close() error { return g.z.Close() }

// onlyZeros reads r to its end; io.EOF says that it held nothing but zeros.
func onlyZeros(r io.Reader) error {
	buf := make([]byte, len(zeros))
	for {
		n, err := r.Read(buf)
		if !allZero(buf[:n]) {
			return refuse("", RuleTrailing, "data follows the compressed stream")
		}
		if err != nil {
			return err
		}
	}
}

// unzstd gives a zstd decoder the errors of this package.
type unzstd struct{ d *zstd.Decoder }

func (u unzstd) Read(p []byte) (int, error) {
	n, err := u.d.Read(p)
	return n, streamError(err)
}

func (u unzstd) Close() error {
	u.d.Close()
	return nil
}

// sourceError marks a failure to read the archive's own file, to tell it from
// what decoders say about its bytes.
type sourceError struct{ err error }

func (e *sourceError) Error() string { return e.err.Error() }
func (e *sourceError) Unwrap() error { return e.err }

// streamError turns what decoders and archive/tar say about bytes into
// refusals. Refusals and failures to read the file pass as they are.
func streamError(err error) error {
	var source *sourceError
	switch {
	case err == nil, err == io.EOF: //nolint:errorlint // io.Reader's contract wants the bare value
		return err
	case errors.As(err, &source):
		return source.err
	case errors.Is(err, ErrRefused):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return refuse("", RuleTruncated, "the archive is cut off")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return refuse("", RuleChecksum, "the archive's checksum is wrong")
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return refuse("", RuleMethod, "the zstd window is over %d MiB", maxZstdWindow>>20)
	}
	return &Error{Rule: RuleDamaged, Detail: "the archive is damaged", Err: err}
}
