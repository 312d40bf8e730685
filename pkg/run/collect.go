package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/sniff"
)

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
	before     *snapshot
	candidates []candidate
	seen       map[string]bool
	result     *Result
	more       int  // candidates that there is no room for
	emptied    bool // empty files of a failed command were left out
	told       int  // files of which a warning says why they were left out
}

// collect finds, limits, reads and saves the files that the run wrote.
func (w *workspace) collect(ctx context.Context, r *Result, before *snapshot, f Finish) error {
	c := &collector{w: w, before: before, result: r, seen: map[string]bool{}}
	search := &search{w: w, ctx: ctx}
	defer search.close()
	err := search.run(func(at *place, name string, info fs.FileInfo, err error) { c.visit(at, name, info, err) })
	if err != nil {
		return err
	}
	if why := search.cut(); why != "" {
		r.LimitsHit = true
		r.warn("not all files were looked at for outputs: " + why)
	}
	slices.SortFunc(c.candidates, func(a, b candidate) int { return strings.Compare(a.name, b.name) })
	saver, err := newSaver(f.Save)
	if err != nil {
		return err
	}
	defer saver.close()
	c.read(f, saver)
	if c.told > maxTold {
		r.warn(fmt.Sprintf("%d more files not collected", c.told-maxTold))
	}
	r.ArtifactFiles = saver.saved
	return saver.err
}

// leaveOut tells why a file is not collected, for the first of them.
func (c *collector) leaveOut(name string, why any) {
	if c.told++; c.told <= maxTold {
		c.result.warn(fmt.Sprintf("%s: not collected: %v", name, why))
	}
}

// visit sorts out what may be collected.
func (c *collector) visit(at *place, name string, info fs.FileInfo, err error) {
	shown := c.shownName(at, name)
	if err != nil {
		c.leaveOut(shown, reason(err))
		return
	}
	if c.seen[shown] || c.before.has(at.prefix+name, info) {
		return
	}
	c.seen[shown] = true
	found := candidate{name: shown, at: at, path: name, info: info}
	if info.Mode()&fs.ModeSymlink != 0 {
		if found, err = c.followed(found); err != nil {
			c.leaveOut(shown, err)
			return
		}
	}
	if why := refusal(found.info); why != "" {
		c.leaveOut(shown, why)
		return
	}
	switch {
	case !found.info.Mode().IsRegular():
	case c.result.ExitCode != 0 && found.info.Size() == 0:
		c.emptied = true
	case len(c.candidates) >= max(c.w.plan.Limits.MaxFiles, maxCandidates):
		c.more++
	default:
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
	var newest time.Time
	skipped := c.more
	for _, found := range c.candidates {
		if len(c.result.OutputFiles) >= limits.MaxFiles || total+found.info.Size() > limits.MaxTotal {
			skipped++
			continue
		}
		file, err := c.readOne(found, min(limits.MaxInline, MaxInlineTotal-inlined), f.NoInline, saver)
		if err != nil {
			c.leaveOut(found.name, reason(err))
			continue
		}
		total += file.SizeBytes
		inlined += int64(len(file.Content))
		c.result.OutputFiles = append(c.result.OutputFiles, file.OutputFile)
		if file.text && file.SizeBytes > 0 && found.info.ModTime().After(newest) {
			newest, c.result.PrimaryOutput = found.info.ModTime(), file.Name
		}
	}
	if c.emptied {
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
