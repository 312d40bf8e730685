package pack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

const skillMD = "---\nname: demo\ndescription: A demo. Use it in tests.\n---\n# Demo\n"

// item is one entry of an archive made by a test.
type item struct {
	name, body string
	mode       int64 // 0 means 0644, or 0755 for folders
	kind       byte  // tar type; 0 means by the name
	link       string
	pax        map[string]string
}

func tarOf(tb testing.TB, items ...item) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, it := range items {
		h := &tar.Header{Name: it.name, Mode: it.mode, Typeflag: it.kind, Linkname: it.link, PAXRecords: it.pax, Size: int64(len(it.body))}
		switch {
		case it.kind != 0:
		case strings.HasSuffix(it.name, "/"):
			h.Typeflag, h.Mode = tar.TypeDir, 0o755
		default:
			h.Typeflag = tar.TypeReg
		}
		if h.Mode == 0 {
			h.Mode = 0o644
		}
		if it.kind == tar.TypeXGlobalHeader {
			h = &tar.Header{Typeflag: it.kind, Name: "pax_global_header", PAXRecords: it.pax}
		}
		if err := w.WriteHeader(h); err != nil {
			tb.Fatal(err)
		}
		if _, err := io.WriteString(w, it.body); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func zipOf(tb testing.TB, items ...item) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, it := range items {
		h := &zip.FileHeader{Name: it.name, Method: zip.Deflate}
		h.SetMode(fs.FileMode(max(it.mode, 0o644)))
		if strings.HasSuffix(it.name, "/") {
			h.SetMode(fs.ModeDir | 0o755)
		}
		if it.link != "" {
			h.SetMode(fs.ModeSymlink | 0o777)
			it.body = it.link
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			tb.Fatal(err)
		}
		if !strings.HasSuffix(it.name, "/") {
			if _, err := io.WriteString(f, it.body); err != nil {
				tb.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func gz(tb testing.TB, b []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func zst(tb testing.TB, b []byte) []byte {
	tb.Helper()
	e, err := zstd.NewWriter(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return e.EncodeAll(b, nil)
}
