package parse

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/internal/sniff"
)

// listing is what Resources returns.
type listing struct {
	resources   []Resource
	diagnostics []Diagnostic
}

// Resources are the skill's files but SKILL.md, sorted by path, nested
// skills' files included. Version control directories and the reserved name
// .ready are left out. At most [MaxResources] files down to
// [MaxResourceDepth] levels are listed; the diagnostics tell about limits
// reached, directories that cannot be read and links that lead nowhere or out
// of the skill, which are never followed. A skill without FS has none.
func (s *Skill) Resources() ([]Resource, []Diagnostic) {
	l := s.lazy.resources.get(func() listing {
		if s.FS == nil {
			return listing{}
		}
		w := &resourceWalk{skill: s, fsys: s.FS}
		w.dir(".", 0)
		slices.SortFunc(w.resources, func(a, b Resource) int { return cmp.Compare(a.Path, b.Path) })
		return w.listing
	})
	return l.resources, l.diagnostics
}

// Docs are the resources an agent can load as documents: .md and .txt at any
// depth, but no SKILL.md and nothing whose name or directory is hidden.
func (s *Skill) Docs() []Resource {
	var docs []Resource
	all, _ := s.Resources()
	for _, r := range all {
		if r.Kind == Doc && !isHidden(r.Path) && !strings.EqualFold(path.Base(r.Path), "SKILL.md") {
			docs = append(docs, r)
		}
	}
	return docs
}

func isHidden(name string) bool { return name[0] == '.' || strings.Contains(name, "/.") }

type resourceWalk struct {
	listing
	skill *Skill
	fsys  fs.FS
	full  bool
}

func (w *resourceWalk) dir(name string, depth int) {
	if depth > MaxResourceDepth {
		w.report(name, "directories below it are more than %d levels deep and not listed", MaxResourceDepth)
		return
	}
	entries, err := fs.ReadDir(w.fsys, name)
	if err != nil {
		w.report(name, "cannot be read: %v", reason(err))
	}
	for _, e := range entries {
		if w.full {
			return
		}
		child := path.Join(name, e.Name())
		switch {
		case depth == 0 && (e.Name() == w.skill.FileName || e.Name() == safefs.Reserved):
		case e.IsDir():
			if !isVCS(e.Name()) {
				w.dir(child, depth+1)
			}
		default:
			w.file(child, e)
		}
	}
}

// isVCS reports whether a directory belongs to a version control system.
func isVCS(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".bzr", ".jj", "CVS":
		return true
	}
	return false
}

func (w *resourceWalk) file(name string, e fs.DirEntry) {
	if len(w.resources) >= MaxResources {
		w.full = true
		w.report(".", "more than %d files; the others are not listed", MaxResources)
		return
	}
	info, err := e.Info()
	if err != nil {
		w.report(name, "cannot be read: %v", reason(err))
		return
	}
	r := Resource{Path: name, Mode: info.Mode()}
	switch {
	case info.Mode().IsRegular():
		w.regular(&r, info)
	case info.Mode()&linkTypes != 0:
		w.link(&r)
	}
	r.Kind = w.kind(r)
	w.resources = append(w.resources, r)
}

// link takes size and execute bit from what a symbolic link names when that is
// a regular file of the same skill.
func (w *resourceWalk) link(r *Resource) {
	target, err := fs.ReadLink(w.fsys, r.Path)
	if err != nil {
		w.report(r.Path, "link cannot be read: %v", reason(err))
		return
	}
	info, err := w.resolve(r.Path, target, 0)
	switch {
	case errors.Is(err, errLeaves):
		w.report(r.Path, "link to %q leaves the skill", target)
	case err != nil:
		w.report(r.Path, "link to %q leads nowhere", target)
	case info.Mode().IsRegular():
		w.regular(r, info)
	}
}

// regular takes size and execute bit from a regular file. What is no program by
// its name is not opened to find out.
func (w *resourceWalk) regular(r *Resource, info fs.FileInfo) {
	r.Bytes = info.Size()
	if kind := w.kind(*r); safefs.ExecBits || kind == Script || kind == Other {
		r.Executable = safefs.Executable(w.fsys, r.Path, info)
	}
}

var errLeaves = errors.New("leaves the skill")

// resolve follows a link element by element without ever asking the file
// system about a path outside of the skill.
func (w *resourceWalk) resolve(name, target string, hops int) (fs.FileInfo, error) {
	if hops > 16 {
		return nil, errors.New("too many links")
	}
	if path.IsAbs(target) || strings.ContainsAny(target, `\:`) {
		return nil, errLeaves
	}
	goal := path.Join(path.Dir(name), target)
	if goal == ".." || strings.HasPrefix(goal, "../") {
		return nil, errLeaves
	}
	var info fs.FileInfo
	for i := 0; i <= len(goal); i++ {
		if i < len(goal) && goal[i] != '/' {
			continue
		}
		var err error
		if info, err = fs.Lstat(w.fsys, goal[:i]); err != nil {
			return nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		next, err := fs.ReadLink(w.fsys, goal[:i])
		if err != nil {
			return nil, err
		}
		return w.resolve(goal[:i], path.Join(next, goal[i:]), hops+1)
	}
	return info, nil
}

// report tells about a file or directory of the skill; it has no position.
func (w *resourceWalk) report(name, format string, args ...any) {
	r := report{path: w.skill.beside(name), lines: w.skill.Lines}
	d := r.add(RuleResource, 0, 0, format, args...)
	d.Span, d.Skill = Span{}, w.skill.Name
	w.diagnostics = append(w.diagnostics, *d)
}

// beside is the path, as reports show it, of another file of the skill.
func (s *Skill) beside(name string) string { return path.Join(path.Dir(s.Path), name) }

// kind sorts a file by its name, and by its first bytes when the name does not
// tell.
func (w *resourceWalk) kind(r Resource) ResourceKind {
	top, _, _ := strings.Cut(r.Path, "/")
	ext := strings.ToLower(path.Ext(r.Path))
	switch {
	case r.Mode&^(fs.ModePerm|fs.ModeSymlink|fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0:
		return Other
	case ext == ".md" || ext == ".txt":
		return Doc
	case isScriptExt(ext) || r.Executable && top == "scripts":
		return Script
	case top == "assets" || isAssetExt(ext):
		return Asset
	case ext == "" && r.Bytes > 2 && w.hasShebang(r.Path):
		return Script
	}
	return Other
}

func (w *resourceWalk) hasShebang(name string) bool {
	f, err := w.fsys.Open(name)
	if err != nil {
		return false
	}
	var head [2]byte
	_, err = io.ReadFull(f, head[:])
	return errors.Join(err, f.Close()) == nil && string(head[:]) == "#!"
}

func isScriptExt(ext string) bool {
	switch ext {
	case ".sh", ".bash", ".zsh", ".fish", ".py", ".pyw", ".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".rb", ".pl",
		".php", ".lua", ".r", ".ps1", ".bat", ".cmd", ".awk", ".tcl", ".groovy", ".kts", ".jl", ".go", ".swift", ".applescript":
		return true
	}
	return false
}

func isAssetExt(ext string) bool {
	switch ext {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".ico", ".bmp", ".tiff", ".avif",
		".ttf", ".otf", ".woff", ".woff2", ".eot",
		".zip", ".tar", ".gz", ".tgz", ".zst", ".bz2", ".xz", ".7z", ".rar", ".skill", ".jar", ".whl",
		".pdf", ".docx", ".pptx", ".xlsx", ".mp3", ".mp4", ".wav", ".webm", ".mov", ".ogg",
		".wasm", ".exe", ".dll", ".so", ".dylib", ".bin", ".db", ".sqlite", ".pyc":
		return true
	}
	return false
}

// Sniff tells the MIME type of a resource, whether it is text, and which
// interpreter runs it, from its name and first bytes. It reads nothing but
// regular files of the skill; of a link that leaves the skill it tells what the
// name tells.
func (s *Skill) Sniff(r Resource) (sniff.Info, error) {
	if s.FS == nil || !r.readable() {
		return sniff.Detect(r.Path, nil), nil
	}
	f, err := s.FS.Open(r.Path)
	if err != nil {
		return sniff.Info{}, err
	}
	head, err := io.ReadAll(io.LimitReader(f, sniff.HeadBytes))
	return sniff.Detect(r.Path, head), errors.Join(err, f.Close())
}

// readable reports whether opening the resource stays inside the skill: a
// regular file, or a link that was found to name one.
func (r Resource) readable() bool {
	return r.Mode.IsRegular() || r.Mode&fs.ModeSymlink != 0 && r.Bytes > 0
}
