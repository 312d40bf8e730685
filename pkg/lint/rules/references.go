package rules

import (
	"io/fs"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// outcome is what became of a reference to a file.
type outcome uint8

const (
	resolved    outcome = iota
	missing             // nowhere
	otherCase           // there, in another letter case
	elsewhere           // not there, but a file of that name is in the skill
	pageName            // there, but for the ending that a web site of documents leaves out
	fromRepo            // only as seen from the top of the repository
	outside             // leaves the skill for something in the repository
	outsideGone         // leaves the skill for something that is not there
)

// reference is a link or a path in a document, looked up.
type reference struct {
	file    *lint.File
	span    parse.Span
	target  target
	outcome outcome
	found   string // the file in the skill that was found or is meant
}

// skillTree is the tree of the skill's file names.
func skillTree(p *lint.Pass) *fileTree {
	return lint.Once(p, "file tree", func() *fileTree {
		names := make([]string, 0, len(p.Files())+1)
		for _, f := range p.Files() {
			names = append(names, f.Path)
		}
		return newFileTree(append(names, p.Skill.FileName))
	})
}

// skillLinks are the links of all Markdown documents of the skill, looked up.
func skillLinks(p *lint.Pass) []reference {
	tree := skillTree(p)
	return lint.Once(p, "links", func() []reference {
		var refs []reference
		if p.Skill.FS == nil {
			return nil // a SKILL.md alone: nothing to look up
		}
		for _, f := range textFiles(p) {
			if !f.IsMarkdown() || !mayLink(f.Bytes()) {
				continue
			}
			for _, l := range f.Markdown().Links {
				if l.Kind == parse.Reference || l.Kind == parse.Autolink || strings.HasPrefix(l.Text, "^") && l.Kind == parse.Definition {
					continue
				}
				r := reference{file: f, span: l.DestinationSpan, target: parseTarget(l.Destination)}
				if r.target.kind == targetPath && looksLikePath(r.target.path) {
					r.lookUp(p, tree)
				}
				refs = append(refs, r)
			}
		}
		return outsideExamples(refs)
	})
}

// mayLink reports whether a text can hold links and images with a destination,
// or definitions. Parsing Markdown is most of the work of a run.
func mayLink(text []byte) bool { return containsAny(text, "](", "]:") }

// looksLikePath tells a path from a word, such as the y in [x](y).
func looksLikePath(s string) bool { return strings.ContainsAny(s, "./") }

// lookUp resolves the target against the document's folder, then against the
// skill's, as the specification has it.
func (r *reference) lookUp(p *lint.Pass, tree *fileTree) {
	near := path.Join(path.Dir(r.file.Path), r.target.path)
	top := r.target.path
	for _, candidate := range []string{near, top} {
		if tree.has(candidate) || leadsBack(p, candidate, tree) {
			r.found = strings.TrimPrefix(candidate, "../"+p.Skill.DirName+"/")
			return
		}
	}
	if strings.HasPrefix(near, "../") || near == ".." {
		r.lookOutside(p, near)
		return
	}
	for _, candidate := range []string{near, top} {
		if real, ok := tree.otherCase(candidate); ok {
			r.outcome, r.found = otherCase, real
			return
		}
	}
	for _, candidate := range []string{near, top} {
		if page, ok := pageOf(tree, candidate); ok {
			r.outcome, r.found = pageName, page
			return
		}
	}
	if real, ok := tree.nearest(near); ok && real != r.file.Path {
		r.outcome, r.found = elsewhere, real
		return
	}
	r.outcome = missing
	if fsys, _, ok := p.Repo(); ok && exists(fsys, path.Clean(top)) {
		r.outcome = fromRepo
	}
}

// pageOf is the document that a site generator would show at a path.
func pageOf(tree *fileTree, candidate string) (string, bool) {
	for _, ending := range []string{".md", ".mdx"} {
		if tree.has(candidate + ending) {
			return candidate + ending, true
		}
	}
	return "", false
}

// leadsBack reports whether a path leaves the skill only to come back by the
// name of its directory.
func leadsBack(p *lint.Pass, candidate string, tree *fileTree) bool {
	rest, ok := strings.CutPrefix(candidate, "../"+p.Skill.DirName+"/")
	return ok && p.Skill.DirName != "" && tree.has(rest)
}

func (r *reference) lookOutside(p *lint.Pass, near string) {
	r.outcome = outside
	fsys, dir, ok := p.Repo()
	// A folder that is not there may be a skill that is kept elsewhere; and what
	// lies beyond the repository is not ours to know.
	if full := path.Join(dir, near); ok && path.Ext(full) != "" && fs.ValidPath(full) && !exists(fsys, full) && exists(fsys, path.Dir(full)) {
		r.outcome = outsideGone
	}
}

func exists(fsys fs.FS, name string) bool {
	if !fs.ValidPath(name) {
		return false
	}
	_, err := fs.Stat(fsys, name)
	return err == nil
}
