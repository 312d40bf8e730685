package pack

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
)

// ReadOptions change how an archive is read. The zero value reads with the
// default limits and refuses links.
type ReadOptions struct {
	Limits Limits        // zero fields mean the defaults
	Links  LinkPolicy    // what to do with links
	Digest digest.Digest // "sha256:…" the archive must have, or ""
	// Select chooses entries by their path (without "./" and a final slash) and
	// says what they are to be called. Entries that are left out count for no
	// rule and no limit but that of the archive's own size. nil takes all.
	Select func(path string) (as string, ok bool)
}

// ExtractFile is [Extract] for an archive on disk. Errors begin with its path.
func ExtractFile(ctx context.Context, archive, dst string, o ReadOptions) (*Manifest, error) {
	info, err := os.Stat(archive) // before it is opened: a pipe would be waited for
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", archive, &FormatError{Found: "no regular file"})
	}
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	m, err := Extract(ctx, f, info.Size(), dst, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", archive, err)
	}
	return m, nil
}

// Extract unpacks the archive of size bytes in r into the new folder dst,
// whose parent must exist.
//
// The archive is read twice. First every header is held against the policy,
// with not a byte written; then files are written to a fresh private folder
// (mode 0700) beside dst, through an [os.Root] that cannot be left. When all of
// it was read, every checksum was right, a skill in it loads and each skill's
// name is a safe path element, the folder is renamed to dst, which still has
// mode 0700. On any error nothing is left behind.
//
// Only regular files and folders are made, with modes 0644, 0755 and 0755 less
// the umask. Times, owners and extended attributes are not taken over.
//
// Errors match [ErrFormat] when r holds no archive, [ErrRefused] when it is
// damaged, unsafe or over a limit, fs.ErrExist when dst exists, or are those
// of ctx and of the file system.
func Extract(ctx context.Context, r io.ReaderAt, size int64, dst string, o ReadOptions) (*Manifest, error) {
	if _, err := os.Lstat(dst); err == nil {
		return nil, &fs.PathError{Op: "extract", Path: dst, Err: fs.ErrExist}
	}
	a, err := inspect(ctx, r, size, o)
	if err != nil {
		return nil, err
	}
	tmp := filepath.Join(filepath.Dir(dst), ".unpack-"+rand.Text())
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return nil, err
	}
	m, err := a.unpackAt(ctx, tmp)
	if err == nil {
		err = safefs.Rename(tmp, dst)
	}
	if err != nil {
		return nil, errors.Join(err, safefs.RemoveAll(tmp))
	}
	return m, nil
}

// Read reads the archive of size bytes in r exactly as [Extract] does and
// writes nothing.
func Read(ctx context.Context, r io.ReaderAt, size int64, o ReadOptions) (*Manifest, error) {
	a, err := inspect(ctx, r, size, o)
	if err != nil {
		return nil, err
	}
	return a.unpackInto(ctx, nil)
}

func (a *archive) unpackAt(ctx context.Context, dir string) (*Manifest, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return a.unpackInto(ctx, root)
}

// archive is one whose headers have all been checked.
type archive struct {
	r      io.ReaderAt
	size   int64
	format Format
	zip    []*zipEntry // entries in the order of their data, of a zip
	policy *policy
	digest digest.Digest // of the bytes that were checked
	want   digest.Digest
}

// inspect reads an archive for the first time.
func inspect(ctx context.Context, r io.ReaderAt, size int64, o ReadOptions) (*archive, error) {
	limits := o.Limits.orDefault()
	if size > limits.Archive {
		return nil, refuse("", RuleArchiveSize, "the archive has %d bytes: more than %d", size, limits.Archive)
	}
	head := make([]byte, min(size, headSize))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	format, err := Identify(head)
	if err = cmp.Or(onlyOneFormat(r, size, head, format), err); err != nil {
		return nil, err
	}
	a := &archive{r: r, size: size, format: format, want: o.Digest}
	a.policy = &policy{limits: limits, links: o.Links, pick: o.Select, dirs: map[string]bool{}}
	if format == Zip {
		if a.zip, err = readZipDirectory(r, size, limits.Entries); err != nil {
			return nil, err
		}
	}
	a.digest, err = a.walk(ctx, headersOnly, func(h header, _ io.Reader) error { return a.policy.add(h) })
	if err != nil {
		return nil, err
	}
	if a.want != "" && a.digest != a.want {
		return nil, refuse("", RuleDigest, "the archive has the digest %s, expected %s", a.digest, a.want)
	}
	return a, nil
}

// onlyOneFormat refuses an archive that is a tar for a reader from the front
// and a zip for one from the back: what one tool checks, another would not
// unpack. f is "" when the first bytes are those of no archive.
func onlyOneFormat(r io.ReaderAt, size int64, head []byte, f Format) error {
	if f == Zip {
		if isTarHeader(head) {
			return refuse("", RuleDiffering, "both a zip and a tar")
		}
		return nil
	}
	tail := make([]byte, min(size, maxZipTail))
	if err := readAt(r, tail, size-int64(len(tail))); err != nil {
		return err
	}
	switch {
	case findEnd(tail) < 0 || bytes.HasPrefix(head, magicZipEmpty):
		return nil
	case f == "":
		return refuse("", RuleDiffering, "a zip with other data before it, such as a program that unpacks it")
	}
	return refuse("", RuleDiffering, "both a %s and a zip", f)
}

// walk visits the entries and returns the digest of all bytes of the archive.
func (a *archive) walk(ctx context.Context, want content, visit func(header, io.Reader) error) (digest.Digest, error) {
	hash := digest.NewHash()
	stream := io.TeeReader(&source{io.NewSectionReader(a.r, 0, a.size)}, hash)
	var c container = &tarball{r: stream, format: a.format, limit: a.policy.limits.stream()}
	if a.format == Zip {
		c = &zipball{r: stream, entries: a.zip}
	}
	if err := c.walk(ctx, want, visit); err != nil {
		return "", err
	}
	return hash.Digest(), nil
}

// source marks read errors of the archive's own file.
type source struct{ r io.Reader }

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &sourceError{err}
	}
	return n, err
}

// unpackInto reads the archive for the second time and writes its files; with
// no folder it reads them only. That the bytes are those of the first reading
// is proved by their digest.
func (a *archive) unpackInto(ctx context.Context, root *os.Root) (*Manifest, error) {
	w := &unpacker{ctx: ctx, root: root, decisions: a.policy.decisions}
	defer w.close()
	sum, err := a.walk(ctx, withData, w.visit)
	if err != nil {
		return nil, err
	}
	if sum != a.digest || len(w.decisions) != 0 {
		return nil, refuse("", RuleChanged, "the archive changed while it was read")
	}
	m := &Manifest{Format: a.format, Digest: sum, ArchiveBytes: a.size, Files: w.files, Skipped: a.policy.skipped}
	for _, f := range m.Files {
		m.Bytes += f.Bytes
	}
	slices.SortFunc(m.Files, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
	if m.TreeDigest, err = digest.Entries(entriesOf(m.Files)); err != nil {
		return nil, err
	}
	m.Skills, err = w.skills.all()
	return m, err
}

func entriesOf(files []File) []digest.Entry {
	out := make([]digest.Entry, len(files))
	for i, f := range files {
		out[i] = digest.Entry{Path: f.Path, Digest: f.Digest}
	}
	return out
}
