package pack

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/skillctl/skillctl/internal/digest"
)

// unpacker carries out decisions in archive order.
type unpacker struct {
	ctx       context.Context // of one walk, checked while copying
	root      *os.Root
	decisions []decision // what is left to carry out
	files     []File

	dir  string   // folder of the last file, or ""
	open *os.Root // dir opened: files of one folder follow each other
	buf  []byte
}

func (w *unpacker) visit(h header, body io.Reader) error {
	if len(w.decisions) == 0 {
		return refuse(h.name, RuleChanged, "the archive changed while it was read")
	}
	d := w.decisions[0]
	w.decisions = w.decisions[1:]
	switch d.action {
	case skip:
	case makeDir:
		return w.root.MkdirAll(d.path, 0o755)
	case writeFile:
		return w.write(d, body)
	}
	return nil
}

// write copies one file. The data must have exactly the size that was checked.
func (w *unpacker) write(d decision, body io.Reader) (err error) {
	dir, err := w.folder(path.Dir(d.path))
	if err != nil {
		return err
	}
	mode := modeOf(d.exec)
	f, err := dir.OpenFile(path.Base(d.path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(mode))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	hash := digest.NewHash()
	if err := w.copy(io.MultiWriter(f, hash), body, d); err != nil {
		return err
	}
	w.files = append(w.files, File{Path: d.path, Bytes: d.size, Mode: mode, Digest: hash.Digest()})
	return nil
}

func (w *unpacker) copy(dst io.Writer, body io.Reader, d decision) error {
	if w.buf == nil {
		w.buf = make([]byte, 128<<10)
	}
	var n int64
	for {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		m, err := body.Read(w.buf)
		if n += int64(m); n > d.size {
			return refuse(d.path, RuleDiffering, "unpacks to more than the %d bytes it declares", d.size)
		}
		if _, err := dst.Write(w.buf[:m]); err != nil {
			return err
		}
		switch {
		case errors.Is(err, io.EOF) && n != d.size:
			return refuse(d.path, RuleDiffering, "unpacks to %d bytes and declares %d", n, d.size)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return inEntry(d.path, streamError(err))
		}
	}
}

// folder opens the folder a file goes to, making it when needed.
func (w *unpacker) folder(dir string) (*os.Root, error) {
	if w.open != nil && w.dir == dir {
		return w.open, nil
	}
	w.close()
	if dir == "." {
		return w.root, nil
	}
	if err := w.root.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	open, err := w.root.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	w.dir, w.open = dir, open
	return open, nil
}

func (w *unpacker) close() {
	if w.open != nil {
		_ = w.open.Close()
		w.open = nil
	}
}
