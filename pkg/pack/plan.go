package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/digest"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/parse"
)

// keepBytes is how much content of one skill a plan keeps in memory, so that
// small files are read only once; larger ones are read again when written.
const keepBytes = 4 << 20

// plan is what of a skill's folder goes into its packs.
type plan struct {
	files    []File
	excluded []Excluded
	content  digest.Digest
	bytes    int64
	kept     map[string][]byte // content of files that were kept in memory
	secrets  []string          // probable secrets, as "path:line: kind (redacted)"
}

// purpose says what a plan is for.
type purpose uint8

const (
	toPack   purpose = iota
	toDigest         // content is neither kept nor searched for secrets
)

// planner walks a skill.
type planner struct {
	ctx     context.Context // of one walk
	purpose purpose
	fsys    fs.FS
	policy  policy
	plan    plan
	room    int64 // bytes that may still be kept
	scan    secretScanner
	buf     []byte
}

// newPlan reads every file below fsys once.
func newPlan(ctx context.Context, f filter, why purpose) (*plan, error) {
	p := &planner{ctx: ctx, purpose: why, fsys: f.fsys, buf: make([]byte, 64<<10)}
	if why == toPack {
		p.room = keepBytes
	}
	p.policy = policy{limits: DefaultLimits(), dirs: map[string]bool{}}
	p.plan.kept = map[string][]byte{}
	if err := p.walk(".", f); err != nil {
		return nil, err
	}
	slices.SortFunc(p.plan.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range p.plan.files {
		p.plan.bytes += f.Bytes
	}
	if err := p.checkLinkTargets(); err != nil {
		return nil, err
	}
	var err error
	p.plan.content, err = digest.Entries(entriesOf(p.plan.files))
	return &p.plan, err
}

// checkLinkTargets refuses links that would bring an excluded file back in
// under another name.
func (p *planner) checkLinkTargets() error {
	for _, f := range p.plan.files {
		if f.LinkTarget == "" {
			continue
		}
		target := path.Join(path.Dir(f.Path), f.LinkTarget)
		for _, x := range p.plan.excluded {
			if target == x.Path || strings.HasSuffix(x.Path, "/") && strings.HasPrefix(target, x.Path) {
				return refuse(f.Path, RuleLink, "a symbolic link to %s, which stays out (%s)", target, x.Reason)
			}
		}
	}
	return nil
}

func (p *planner) walk(dir string, f filter) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	f, err := f.enter(dir)
	if err != nil {
		return err
	}
	entries, err := fs.ReadDir(p.fsys, dir)
	if err != nil {
		return err
	}
	for _, d := range entries {
		name := path.Join(dir, d.Name())
		if reason, rule := f.exclude(name, d); reason != "" {
			if d.IsDir() {
				name += "/"
			}
			p.plan.excluded = append(p.plan.excluded, Excluded{Path: name, Reason: reason, Rule: rule})
			continue
		}
		if d.IsDir() {
			if err := p.walk(name, f); err != nil {
				return err
			}
			continue
		}
		if err := p.add(name, d); err != nil {
			return err
		}
	}
	return nil
}

// add takes a file into the plan. A link to a file inside of the skill is
// taken as that file: archives with links are refused by readers.
func (p *planner) add(name string, d fs.DirEntry) error {
	var target string
	if d.Type()&fs.ModeSymlink != 0 {
		target = readLink(p.fsys, name)
		if err := checkLink(p.fsys, name, target); err != nil {
			return err
		}
	}
	info, err := fs.Stat(p.fsys, name)
	if err != nil {
		return err
	}
	f := File{Path: name, Bytes: info.Size(), LinkTarget: target}
	if err := p.policy.add(header{name: name, size: f.Bytes}); err != nil {
		return err
	}
	head, err := p.read(&f)
	if err != nil {
		return err
	}
	shebang := strings.HasPrefix(name, "scripts/") && bytes.HasPrefix(head, []byte("#!"))
	f.Mode = modeOf(shebang || safefs.Executable(p.fsys, name, info))
	p.plan.files = append(p.plan.files, f)
	return nil
}

func readLink(fsys fs.FS, name string) string {
	target, err := fs.ReadLink(fsys, name)
	if err != nil {
		return "?"
	}
	return filepath.ToSlash(target)
}

// maxLinks is how many links are followed from one to the next.
const maxLinks = 8

// checkLink refuses links that lead out of the skill, to nothing or to a
// folder. Every step is looked at, so that it holds for any file system.
func checkLink(fsys fs.FS, name, target string) error {
	at := name
	for range maxLinks {
		next := path.Join(path.Dir(at), target)
		if path.IsAbs(target) || !filepath.IsLocal(filepath.FromSlash(next)) {
			return refuse(name, RuleLink, "a symbolic link that leaves the skill (to %q)", target)
		}
		info, err := fs.Lstat(fsys, next)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return refuse(name, RuleLink, "a symbolic link to nothing (%q)", target)
		case err != nil:
			return &Error{Entry: name, Rule: RuleLink, Detail: fmt.Sprintf("a symbolic link that cannot be followed (to %q)", target), Err: err}
		case info.Mode().IsRegular():
			return nil
		case info.Mode()&fs.ModeSymlink == 0:
			return refuse(name, RuleLink, "a symbolic link to something else than a file (%q)", target)
		}
		at, target = next, readLink(fsys, next)
	}
	return refuse(name, RuleLink, "a chain of more than %d symbolic links", maxLinks)
}

// read digests a file, and for a pack looks for secrets in it and keeps it when
// there is room. It returns the file's first bytes.
func (p *planner) read(f *File) (head []byte, err error) {
	if f.Bytes <= p.room {
		b, err := safefs.ReadFile(p.fsys, f.Path, f.Bytes)
		if err != nil {
			return nil, err
		}
		if int64(len(b)) != f.Bytes {
			return nil, changed(f.Path)
		}
		p.room -= f.Bytes
		p.plan.kept[f.Path] = b
		f.Digest = digest.Bytes(b)
		p.findSecrets(f.Path, b, 1)
		return b, nil
	}
	r, err := p.fsys.Open(f.Path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	hash := digest.NewHash()
	if p.purpose == toPack {
		p.scan.begin(func(b []byte, line int) { p.findSecrets(f.Path, b, line) })
	} else {
		p.scan.begin(nil)
	}
	if _, err := io.CopyBuffer(io.MultiWriter(hash, &p.scan), io.LimitReader(r, f.Bytes+1), p.buf); err != nil {
		return nil, err
	}
	p.scan.end()
	if hash.Size() != f.Bytes {
		return nil, changed(f.Path)
	}
	f.Digest = hash.Digest()
	return p.scan.head, nil
}

func changed(name string) error {
	return refuse(name, RuleChanged, "the file changed while it was packed")
}

// openSkill is the folder of a skill as a file system that cannot be left. A
// skill that is not on disk brings its own.
func openSkill(s *parse.Skill) (fs.FS, func() error, error) {
	if s.Dir == "" {
		return s.FS, func() error { return nil }, nil
	}
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, nil, err
	}
	return root.FS(), root.Close, nil
}
