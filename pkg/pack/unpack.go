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
	root      *os.Root        // where files go; nil to read everything and write nothing
	decisions []decision      // what is left to carry out
	files     []File
	skills    skillFinder

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
		if w.root != nil {
			return w.root.MkdirAll(d.path, 0o755)
		}
	case writeFile:
		return w.write(d, body)
	}
	return nil
}

// write copies one file. The data must have exactly the size that was checked.
func (w *unpacker) write(d decision, body io.Reader) error {
	f := File{Path: d.path, Bytes: d.size, Mode: modeOf(d.exec)}
	hash := digest.NewHash()
	targets := []io.Writer{hash}
	text := w.skills.reader(f)
	if text != nil {
		targets = append(targets, text)
	}
	if err := w.copyTo(targets, f, body); err != nil {
		return err
	}
	f.Digest = hash.Digest()
	w.files = append(w.files, f)
	return w.skills.found(f, text)
}

func (w *unpacker) copyTo(targets []io.Writer, f File, body io.Reader) (err error) {
	if w.root == nil {
		return w.copy(io.MultiWriter(targets...), body, f)
	}
	dir, err := w.folder(path.Dir(f.Path))
	if err != nil {
		return err
	}
	out, err := dir.OpenFile(path.Base(f.Path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(f.Mode))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return w.copy(io.MultiWriter(append(targets, out)...), body, f)
}

func (w *unpacker) copy(dst io.Writer, body io.Reader, f File) error {
	if w.buf == nil {
		w.buf = make([]byte, 128<<10)
	}
	var n int64
	for {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		m, err := body.Read(w.buf)
		if n += int64(m); n > f.Bytes {
			return refuse(f.Path, RuleDiffering, "unpacks to more than the %d bytes it declares", f.Bytes)
		}
		if _, err := dst.Write(w.buf[:m]); err != nil {
			return err
		}
		switch {
		case errors.Is(err, io.EOF) && n != f.Bytes:
			return refuse(f.Path, RuleDiffering, "unpacks to %d bytes and declares %d", n, f.Bytes)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return inEntry(f.Path, streamError(err))
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
