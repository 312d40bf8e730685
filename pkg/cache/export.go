package cache

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/pack"
)

// blob is one file of a commit.
type blob struct {
	id    string
	path  string
	mode  pack.Mode
	bytes int64
}

// export writes the files of a commit below root, byte for byte as they were
// committed: attributes and filters of the repository do not apply.
func (f gitRepo) export(ctx context.Context, g *git, commit, root string) (*fetched, error) {
	blobs, notes, err := f.list(ctx, g, commit)
	if err != nil {
		return nil, err
	}
	if err := f.complete(ctx, g, blobs); err != nil {
		return nil, err
	}
	if err := f.sizes(ctx, g, blobs); err != nil {
		return nil, err
	}
	if err := os.Mkdir(root, 0o700); err != nil {
		return nil, err
	}
	dst, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer func() { _ = dst.Close() }() // only a handle
	files, err := g.writeBlobs(ctx, dst, blobs)
	return &fetched{files: files, notes: notes, links: f.get.links(f.src.Kind) == pack.SkipLinks && len(notes) > 0}, err
}

// list reads the tree of the commit below the source's path and holds every
// name against the path policy.
func (f gitRepo) list(ctx context.Context, g *git, commit string) (blobs []blob, notes []string, err error) {
	tree := commit
	if f.src.sub != "" {
		tree = commit + ":" + f.src.sub
	}
	out, err := g.output(ctx, "ls-tree", "-r", "-z", "--full-tree", tree)
	if err != nil {
		if f.src.sub != "" && ctx.Err() == nil {
			err = &Error{Err: fmt.Errorf("%s: %w in commit %s", f.src.sub, os.ErrNotExist, commit), hint: "name a directory of the repository"}
		}
		return nil, nil, err
	}
	var names safefs.Names
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		b, note, err := f.entry(entry)
		if err == nil && b.id != "" {
			err = addName(&names, b.path)
		}
		if err != nil {
			return nil, nil, err
		}
		if note != "" && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
		if b.id == "" {
			continue
		}
		if blobs = append(blobs, b); len(blobs) > f.limits().Files {
			return nil, nil, &pack.Error{Rule: pack.RuleEntries, Detail: fmt.Sprintf("more than %d files; name a path in the repository", f.limits().Files)}
		}
	}
	return blobs, notes, nil
}

// entry reads one line of ls-tree: mode, type, id, tab, path.
func (f gitRepo) entry(line string) (b blob, note string, err error) {
	head, path, ok := strings.Cut(line, "\t")
	fields := strings.Fields(head)
	if !ok || len(fields) != 3 {
		if line == "" {
			return blob{}, "", nil
		}
		return blob{}, "", failed(ErrNetwork, "", "git ls-tree: unexpected line %q", line)
	}
	if git, ok := safefs.GitFolder(path); ok {
		return blob{}, git + ": left out: git's own files", nil
	}
	switch mode := fields[0]; {
	case mode == "160000":
		return blob{}, path + ": left out: submodule", nil
	case mode == "120000" && f.get.links(f.src.Kind) == pack.SkipLinks:
		return blob{}, path + ": left out: symbolic link", nil
	case mode == "120000":
		return blob{}, "", &pack.Error{Entry: path, Rule: pack.RuleLink, Detail: "a symbolic link"}
	case strings.HasSuffix(mode, "755"):
		b.mode = pack.Executable
	default:
		b.mode = pack.Plain
	}
	b.id, b.path = fields[2], path
	return b, "", nil
}

func addName(names *safefs.Names, path string) error {
	err := safefs.CheckPath(path)
	if err == nil {
		err = names.Add(path, safefs.File)
	}
	if bad, ok := errors.AsType[*safefs.PathError](err); ok {
		return &pack.Error{Entry: path, Rule: string(bad.Rule), Detail: bad.Detail}
	}
	return err
}

// complete fetches, in one go, the contents that a clone without contents
// left out. A server that knows no filters has sent everything already.
func (f gitRepo) complete(ctx context.Context, g *git, blobs []blob) error {
	if f.src.sub == "" || len(blobs) == 0 {
		return nil
	}
	ctx, stop := f.watchSize(ctx, g.dir)
	defer stop()
	missing, err := g.missing(ctx, blobs)
	if err != nil || len(missing) == 0 {
		return err
	}
	in := strings.NewReader(strings.Join(missing, "\n") + "\n")
	err = g.run(ctx, in, nil, "-c", "fetch.negotiationAlgorithm=noop", "fetch", "-q", "--no-tags", "--no-recurse-submodules",
		"--no-write-fetch-head", "--filter=blob:none", "--stdin", "--", "origin")
	if err != nil {
		return err
	}
	return f.checkSize(g.dir)
}

// missing lists the blobs that are not here. It looks at object names only,
// so that no old git goes to fetch them one by one.
func (g *git) missing(ctx context.Context, blobs []blob) ([]string, error) {
	out, err := g.output(ctx, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)", "--unordered")
	if err != nil {
		return nil, err
	}
	have := map[string]bool{}
	for id := range strings.Lines(out) {
		have[strings.TrimSpace(id)] = true
	}
	var missing []string
	for _, b := range blobs {
		if !have[b.id] {
			have[b.id] = true
			missing = append(missing, b.id)
		}
	}
	return missing, nil
}

// sizes asks for the size of every file and holds it against the limits, so
// that nothing is written of a tree that is too large.
func (f gitRepo) sizes(ctx context.Context, g *git, blobs []blob) error {
	var out bytes.Buffer
	if err := g.run(ctx, idList(blobs), &out, "cat-file", "--batch-check=%(objecttype) %(objectsize)"); err != nil {
		return err
	}
	var total int64
	lines := bufio.NewScanner(&out)
	for i := range blobs {
		b := &blobs[i]
		if !lines.Scan() {
			return failed(ErrNetwork, "try again", "git cat-file: ended early")
		}
		kind, size, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.ParseInt(size, 10, 64)
		if kind != "blob" || err != nil {
			return failed(ErrNetwork, "try again", "%s: not in what the server sent", b.path)
		}
		b.bytes = n
		if total += n; n > f.limits().File {
			return &pack.Error{Entry: b.path, Rule: pack.RuleFileSize, Detail: fmt.Sprintf("%d bytes: more than %d", n, f.limits().File)}
		}
		if total > f.limits().Total {
			return &pack.Error{Entry: b.path, Rule: pack.RuleTotalSize, Detail: fmt.Sprintf("more than %d bytes in all", f.limits().Total)}
		}
	}
	return nil
}

func idList(blobs []blob) io.Reader {
	var b strings.Builder
	for _, blob := range blobs {
		b.WriteString(blob.id + "\n")
	}
	return strings.NewReader(b.String())
}

// writeBlobs streams all contents out of one git process.
func (g *git) writeBlobs(ctx context.Context, dst *os.Root, blobs []blob) ([]pack.File, error) {
	cmd := g.command(ctx, "cat-file", "--batch")
	said := &tail{}
	cmd.Stdin, cmd.Stderr = idList(blobs), said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(out, 64<<10)
	files := make([]pack.File, 0, len(blobs))
	for _, b := range blobs {
		f, err := writeBlob(dst, r, b)
		if err != nil {
			err = errors.Join(cause(ctx, err), cmd.Cancel())
			_ = cmd.Wait() // of a process that we ended
			return nil, err
		}
		files = append(files, f)
	}
	if err := cmd.Wait(); err != nil {
		return nil, gitError(ctx, "cat-file", said, err)
	}
	return files, nil
}

// writeBlob copies one answer of cat-file: "id blob size", the bytes, a line
// end.
func writeBlob(dst *os.Root, r *bufio.Reader, b blob) (pack.File, error) {
	head, err := r.ReadString('\n')
	if err != nil {
		return pack.File{}, fmt.Errorf("%s: %w", b.path, err)
	}
	if want := fmt.Sprintf("%s blob %d\n", b.id, b.bytes); head != want {
		return pack.File{}, fmt.Errorf("%s: git cat-file answered %q", b.path, head)
	}
	sum := digest.NewHash()
	n, err := safefs.WriteNew(dst, b.path, os.FileMode(b.mode), io.TeeReader(io.LimitReader(r, b.bytes), sum))
	if err != nil {
		return pack.File{}, err
	}
	if n != b.bytes {
		return pack.File{}, fmt.Errorf("%s: %w", b.path, io.ErrUnexpectedEOF)
	}
	if _, err := r.Discard(1); err != nil {
		return pack.File{}, err
	}
	return pack.File{Path: b.path, Bytes: n, Mode: b.mode, Digest: sum.Digest()}, nil
}
