package pack

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/mholt/archives"
)

// gzipLevel gives archives within 3 % of the size that "tar czf" makes.
const gzipLevel = 6

// writeTarball writes the tar and its compression. Compressors are those of
// klauspost/compress, which gives the same bytes under every Go version;
// compress/gzip does not.
func (p *Pack) writeTarball(ctx context.Context, w io.Writer) error {
	compressor, err := compress(w, p.Format)
	if err != nil {
		return err
	}
	err = p.writeTar(ctx, compressor)
	return errors.Join(err, compressor.Close())
}

func compress(w io.Writer, f Format) (io.WriteCloser, error) {
	switch f {
	case TarGzip:
		return gzip.NewWriterLevel(w, gzipLevel)
	case TarZstd:
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true), zstd.WithWindowSize(4<<20))
	default:
		return plainCloser{w}, nil
	}
}

type plainCloser struct{ io.Writer }

func (plainCloser) Close() error { return nil }

// writeTar lets mholt/archives write the tar. What it does not guarantee is
// brought along: the order and every field of the headers come from our own
// list, never from the disk, and errors that it drops are latched by w's
// owner. Its zip writer is not used: see writeZip.
func (p *Pack) writeTar(ctx context.Context, w io.Writer) error {
	files := make([]archives.FileInfo, len(p.Files))
	for i, f := range p.Files {
		files[i] = archives.FileInfo{
			FileInfo:      tarInfo{f},
			NameInArchive: p.prefix + f.Path,
			Open: func() (fs.File, error) {
				r, err := p.open(f)
				return tarFile{r, tarInfo{f}}, err
			},
		}
	}
	return archives.Tar{NumericUIDGID: true}.Archive(ctx, w, files)
}

// tarInfo is the same for the same content, whatever the disk says.
type tarInfo struct{ f File }

func (i tarInfo) Name() string       { return path.Base(i.f.Path) }
func (i tarInfo) Size() int64        { return i.f.Bytes }
func (i tarInfo) Mode() fs.FileMode  { return fs.FileMode(i.f.Mode) }
func (i tarInfo) ModTime() time.Time { return epoch }
func (i tarInfo) IsDir() bool        { return false }
func (i tarInfo) Sys() any           { return nil }

type tarFile struct {
	io.ReadCloser
	info tarInfo
}

func (f tarFile) Stat() (fs.FileInfo, error) { return f.info, nil }
