package cache

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

func bytesOf(b []byte) io.Reader { return bytes.NewReader(b) }

// decode takes away a Content-Encoding that a server put on though we asked
// for none. "gzip" is ambiguous: some servers say it of a .tar.gz that they
// send as it is. So one layer is taken off only when what is below it makes
// sense as it is.
func decode(d *download, name, path string, limit int64) error {
	switch strings.ToLower(strings.TrimSpace(d.encoding)) {
	case "", "identity":
		return nil
	case "gzip", "x-gzip":
		return gunzip(name, path, limit)
	}
	return failed(ErrNetwork, "the server should send the file as it is", "the server compressed its answer with %q, which was not asked for", d.encoding)
}

// gunzip replaces the file at path by what it holds compressed. It is closed
// before it is replaced: Windows refuses to rename over an open file.
func gunzip(name, path string, limit int64) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	tmp, err := decoded(in, name, path, limit)
	if err = errors.Join(err, in.Close()); err != nil || tmp == "" {
		return err
	}
	return safefs.Rename(tmp, path)
}

// decoded writes what in holds compressed to a file beside path and names it,
// or "" when in is to stay as it is.
func decoded(in io.Reader, name, path string, limit int64) (tmp string, err error) {
	z, err := gzip.NewReader(in)
	if err != nil {
		return "", nil //nolint:nilerr // not compressed after all
	}
	inner := bufio.NewReaderSize(z, headBytes)
	head, err := inner.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", failed(ErrNetwork, "", "the server's gzip encoding is damaged: %w", err)
	}
	if isOwnLayer(head, name) {
		return "", nil
	}
	tmp = path + ".decoded"
	return tmp, writeDecoded(tmp, io.LimitReader(inner, limit+1), limit)
}

// isOwnLayer reports whether the gzip layer belongs to the file: a tar below
// it, unless the file is called .tar.
func isOwnLayer(head []byte, name string) bool {
	format, err := pack.Identify(head)
	return err == nil && format == pack.Tar && !strings.HasSuffix(strings.ToLower(name), ".tar")
}

func writeDecoded(tmp string, r io.Reader, limit int64) error {
	out, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	body := &meter{r: r, report: func(Progress) {}}
	n, err := io.Copy(out, body)
	switch err = errors.Join(err, out.Close()); {
	case body.err != nil:
		err = failed(ErrNetwork, "", "the server's gzip encoding is damaged: %w", body.err)
	case err == nil && n > limit:
		err = tooLong(limit, "the answer has %d bytes or more when it is decoded", limit)
	case err == nil:
		return nil
	}
	return errors.Join(err, os.Remove(tmp))
}
