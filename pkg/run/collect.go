package run

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/sniff"
)

// stamp is what tells whether a file was written.
type stamp struct {
	size, modified, changed int64
	id                      uint64
}

func stampOf(info fs.FileInfo) stamp {
	changed, id, _ := inode(info)
	return stamp{info.Size(), info.ModTime().UnixNano(), changed, id}
}

// place is a directory that outputs are looked for in: the workspace, or an
// output directory elsewhere, whose files are called out/….
type place struct {
	root   *os.Root
	dir    string
	prefix string // of names, "" or "out/"
}

// candidate is a file to collect.
type candidate struct {
	name string // as reported
	at   *place
	path string // below the place
	info fs.FileInfo
}

// collector gathers the files that one run wrote.
type collector struct {
	w          *workspace
	before     map[string]stamp
	candidates []candidate
	seen       map[string]bool
	result     *Result
	walked     int
}

// placeOf finds where a pattern's files are, and the walk's start there.
func (w *workspace) placeOf(g Glob) (*place, string, error) {
	if inside, ok := w.plan.Workspace.rel(w.plan.Workspace.Output); ok {
		base := g.Base
		if base == nameOut || strings.HasPrefix(base, nameOut+"/") {
			base = path.Join(inside, strings.TrimPrefix(base, nameOut))
		}
		return &place{root: w.root, dir: w.plan.Workspace.Root}, base, nil
	}
	if g.Base != nameOut && !strings.HasPrefix(g.Base, nameOut+"/") {
		return &place{root: w.root, dir: w.plan.Workspace.Root}, g.Base, nil
	}
	root, err := os.OpenRoot(w.plan.Workspace.Output)
	if err != nil {
		return nil, "", inputError(w.plan.Workspace.Output, err)
	}
	return &place{root: root, dir: w.plan.Workspace.Output, prefix: nameOut + "/"},
		path.Join(".", strings.TrimPrefix(g.Base, nameOut)), nil
}

// walk calls visit for everything but directories that a pattern could match,
// and for directories that cannot be read with an error.
func (p *place) walk(g Glob, base string, limit *int, visit func(name string, info fs.FileInfo, err error)) {
	fsys := p.root.FS()
	err := fs.WalkDir(fsys, base, func(name string, d fs.DirEntry, err error) error {
		if *limit++; *limit > MaxWalkedEntries {
			return errTooMany
		}
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				visit(name, nil, err)
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		rel := name
		if base != "." {
			rel = strings.TrimPrefix(strings.TrimPrefix(name, base), "/")
		}
		if ok, _ := doublestar.Match(g.Rest, rel); !ok {
			return nil
		}
		info, err := d.Info()
		visit(name, info, err)
		return nil
	})
	if errors.Is(err, errTooMany) {
		visit(base, nil, err)
	}
}

var errTooMany = fmt.Errorf("more than %d files to look at", MaxWalkedEntries)

// snapshot remembers the files that are there before the run.
func (w *workspace) snapshot() (map[string]stamp, error) {
	before := map[string]stamp{}
	walked := 0
	for _, g := range w.plan.Outputs {
		at, base, err := w.placeOf(g)
		if err != nil {
			return nil, err
		}
		at.walk(g, base, &walked, func(name string, info fs.FileInfo, err error) {
			if err == nil {
				before[at.prefix+name] = stampOf(info)
			}
		})
		at.close(w)
	}
	return before, nil
}

func (p *place) close(w *workspace) {
	if p.root != w.root {
		_ = p.root.Close()
	}
}

// collect finds, limits, reads and saves the files that the run wrote.
func (w *workspace) collect(r *Result, before map[string]stamp, f Finish) error {
	c := &collector{w: w, before: before, result: r, seen: map[string]bool{}}
	for _, g := range w.plan.Outputs {
		at, base, err := w.placeOf(g)
		if err != nil {
			return err
		}
		defer at.close(w)
		at.walk(g, base, &c.walked, func(name string, info fs.FileInfo, err error) { c.visit(at, name, info, err) })
	}
	slices.SortFunc(c.candidates, func(a, b candidate) int { return strings.Compare(a.name, b.name) })
	saver, err := newSaver(f.Save)
	if err != nil {
		return err
	}
	defer saver.close()
	c.read(f, saver)
	r.ArtifactFiles = saver.saved
	return saver.err
}

// visit sorts out what may be collected.
func (c *collector) visit(at *place, name string, info fs.FileInfo, err error) {
	shown := c.shownName(at, name)
	if err != nil {
		c.result.warn(fmt.Sprintf("%s: not collected: %v", shown, reason(err)))
		return
	}
	if old, ok := c.before[at.prefix+name]; c.seen[shown] || ok && old == stampOf(info) {
		return
	}
	c.seen[shown] = true
	found := candidate{name: shown, at: at, path: name, info: info}
	if info.Mode()&fs.ModeSymlink != 0 {
		if found, err = c.followed(found); err != nil {
			c.result.warn(fmt.Sprintf("%s: not collected: %v", shown, err))
			return
		}
	}
	if why := refusal(found.info); why != "" {
		c.result.warn(fmt.Sprintf("%s: not collected: %s", shown, why))
		return
	}
	if found.info.Mode().IsRegular() {
		c.candidates = append(c.candidates, found)
	}
}

// shownName is a file's name in the result: out/… for what lies in the output
// directory, wherever that is.
func (c *collector) shownName(at *place, name string) string {
	layout := c.w.plan.Workspace
	if inside, ok := layout.rel(layout.Output); ok && inside != nameOut && at.root == c.w.root {
		if rest, below := strings.CutPrefix(name, inside+"/"); below {
			return nameOut + "/" + rest
		}
	}
	return at.prefix + name
}

// refusal says why a file is never collected, "" when it may be.
func refusal(info fs.FileInfo) string {
	_, _, names := inode(info)
	switch {
	case info.Mode().IsRegular() && names > 1:
		return "it is a hard link, which may be a file from elsewhere"
	case info.Mode().IsRegular(), info.IsDir():
		return ""
	}
	return "it is no regular file (" + info.Mode().Type().String() + ")"
}

// followed is the file that a link leads to, if that lies in the same place.
func (c *collector) followed(l candidate) (candidate, error) {
	base, err := filepath.EvalSymlinks(l.at.dir)
	if err != nil {
		return l, errLink
	}
	real, err := filepath.EvalSymlinks(filepath.Join(l.at.dir, filepath.FromSlash(l.path)))
	if err != nil {
		return l, errors.New("link leads nowhere")
	}
	rel, err := filepath.Rel(base, real)
	if err != nil || !filepath.IsLocal(rel) {
		return l, errLink
	}
	l.path = filepath.ToSlash(rel)
	l.info, err = l.at.root.Lstat(rel)
	return l, err
}

var errLink = errors.New("link leads out of the workspace")

// read reads the candidates within the limits.
func (c *collector) read(f Finish, saver *saver) {
	limits := c.w.plan.Limits
	total, inlined := int64(0), int64(0)
	failed := c.result.ExitCode != 0
	var newest time.Time
	emptied, skipped := false, 0
	for _, found := range c.candidates {
		if failed && found.info.Size() == 0 {
			emptied = true
			continue
		}
		if len(c.result.OutputFiles) >= limits.MaxFiles || total+found.info.Size() > limits.MaxTotal {
			skipped++
			continue
		}
		file, err := c.readOne(found, min(limits.MaxInline, MaxInlineTotal-inlined), f.NoInline, saver)
		if err != nil {
			c.result.warn(fmt.Sprintf("%s: not collected: %v", found.name, reason(err)))
			continue
		}
		total += file.SizeBytes
		inlined += int64(len(file.Content))
		c.result.OutputFiles = append(c.result.OutputFiles, file.OutputFile)
		if file.text && file.SizeBytes > 0 && found.info.ModTime().After(newest) {
			newest, c.result.PrimaryOutput = found.info.ModTime(), file.Name
		}
	}
	if emptied {
		c.result.warn("empty output_files omitted because command failed; shell redirections can create empty files before execution fails")
	}
	if skipped > 0 {
		c.result.LimitsHit = true
		c.result.warn(fmt.Sprintf("%d output files left out: at most %d files and %d bytes are collected", skipped, limits.MaxFiles, limits.MaxTotal))
	}
}

type readFile struct {
	OutputFile
	text bool
}

// readOne reads one file: digest, kind, and for text the beginning.
func (c *collector) readOne(found candidate, inline int64, noInline bool, saver *saver) (readFile, error) {
	in, err := found.at.root.OpenFile(filepath.FromSlash(found.path), openFlags, 0)
	if err != nil {
		return readFile{}, err
	}
	defer func() { _ = in.Close() }()
	info, err := in.Stat()
	if err != nil {
		return readFile{}, err
	}
	if why := refusal(info); why != "" || info.IsDir() {
		return readFile{}, errors.New("changed while it was collected")
	}
	sum := digest.NewHash()
	head := &limitedBuffer{limit: int(max(inline, sniff.HeadBytes))}
	limit := c.w.plan.Limits.MaxTotal
	if _, err := io.Copy(io.MultiWriter(sum, head), io.LimitReader(in, limit)); err != nil {
		return readFile{}, err
	}
	saver.save(found, in)
	kind := sniff.Detect(path.Base(found.name), head.b[:min(len(head.b), sniff.HeadBytes)])
	file := readFile{OutputFile{Name: found.name, MIMEType: kind.MIME, SizeBytes: sum.Size(), Digest: sum.Digest()}, kind.Text}
	if kind.Text && !noInline {
		file.inline(head.b, inline)
	}
	return file, nil
}

// inline puts the text, or what may be shown of it, into the file.
func (f *readFile) inline(b []byte, limit int64) {
	whole := int64(len(b)) == f.SizeBytes && f.SizeBytes <= limit
	if !whole {
		b = trimPartialEnd(b[:min(int64(len(b)), max(limit, 0))])
		f.Truncated = true
	}
	if utf8.Valid(b) && !strings.ContainsRune(string(b), 0) {
		f.Content = string(b)
		return
	}
	f.text, f.Truncated = false, false
}

// limitedBuffer keeps the beginning of what is written to it.
type limitedBuffer struct {
	b     []byte
	limit int
}

// Write never fails.
func (l *limitedBuffer) Write(p []byte) (int, error) {
	if room := l.limit - len(l.b); room > 0 {
		l.b = append(l.b, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// reason is the cause of a file system error without its path.
func reason(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}
