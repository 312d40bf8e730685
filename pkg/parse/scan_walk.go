package parse

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/ignore"
)

// mode is what a directory is read for.
type mode uint8

const (
	search  mode = iota // skills, and directories to search
	nested              // SKILL.md files below a skill, to report them
	passage             // ignored, but leads to a client's skill directory
)

// node is a directory to be read.
type node struct {
	name, real string // in the tree: as reached, and with links resolved
	rel        string // slash-separated path below the root, "" for the root
	depth      int
	mode       mode
	trail      string // path from a client's hidden directory on, see clientPaths
	client     bool   // in a client's skill directory: nothing is ignored
	inSkill    bool   // below a root that is a skill: client directories are searched
	outer      string // directory of the skill this lies in, like rel
	rules      ignore.Stack
}

// walk is the search of one root.
type walk struct {
	*scanner
	ctx   context.Context
	root  int
	tree  tree
	pool  *loaders
	dirs  int
	full  bool // the limit of directories is reached and reported
	deep  bool // the limit of levels is reached and reported
	queue []pendingLink
}

// scanRoot walks the real directories of a root first and then those that
// links lead to, so that a directory is found under its own path if it has one
// in the root.
func (s *scanner) scanRoot(ctx context.Context, i int, pool *loaders) {
	if s.trees[i] == nil {
		return
	}
	w := &walk{scanner: s, ctx: ctx, root: i, tree: s.trees[i], pool: pool}
	name, real := w.tree.top()
	top := node{name: name, real: real}
	top.trail, top.client = s.clients.stand(filepath.ToSlash(s.roots[i].Path))
	w.visit(top)
	for len(w.queue) > 0 && ctx.Err() == nil {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.follow(next)
	}
}

// place is the identity of a directory of this root's tree.
func (w *walk) place(real string) place {
	if w.tree.onDisk() {
		return place{root: -1, path: real}
	}
	return place{root: w.root, path: real}
}

// visit reads a directory and everything below it.
func (w *walk) visit(n node) {
	if w.ctx.Err() != nil || !w.enter(n) {
		return
	}
	entries, err := w.tree.readDir(n.name)
	if err != nil {
		w.unreadable(n, err)
	}
	if n.mode != passage {
		n.rules = w.rulesIn(n, entries)
		if file := w.skillFile(n, entries); file != "" {
			n = w.hold(n, file)
		}
	}
	for _, e := range entries {
		switch {
		case e.IsDir():
			if child, ok := w.child(n, e.Name(), true); ok {
				w.visit(child)
			}
		case e.Type()&linkTypes != 0 && n.mode == search && e.Name() != skillFileName:
			w.link(n, e.Name())
		}
	}
}

// enter counts a directory and tells whether it is to be read.
func (w *walk) enter(n node) bool {
	at := w.place(n.real)
	if w.seen[at] || n.mode == nested && w.nested[at] {
		return false
	}
	if w.dirs == w.opts.MaxDirs {
		if !w.full {
			w.full = true
			w.note(Warning, n.rel, "stopped after %d directories; name the directories you want as roots", w.dirs)
		}
		return false
	}
	w.dirs++
	switch n.mode {
	case search:
		w.seen[at] = true
	case nested:
		w.nested[at] = true
	case passage:
	}
	return true
}

// hold records the skill of a directory, and turns to what lies below it.
func (w *walk) hold(n node, file string) node {
	f := &finding{
		root: w.root, tree: w.tree, dir: n.name, place: w.place(n.real), rel: n.rel, file: file,
		nested: n.mode == nested, outer: n.outer,
		opts: w.optionsFor(n, file),
	}
	if !f.nested {
		w.skills[f.place] = true
	}
	w.found = append(w.found, f)
	w.pool.load(f)
	if n.depth == 0 {
		n.inSkill = true
	}
	if n.mode != nested {
		n.outer = n.rel
	}
	n.mode = nested
	return n
}

// skippedNames are directories in which no one keeps skills.
func skippedNames(name string) bool {
	switch name {
	case ".git", "node_modules", "__pycache__", ".venv":
		return true
	}
	return false
}

// child is the node of an entry that is a directory or a link to one, and
// whether it is to be read.
func (w *walk) child(n node, name string, isDir bool) (node, bool) {
	if skippedNames(name) {
		return node{}, false
	}
	c := n
	c.name, c.rel, c.depth = w.tree.child(n.name, name), below(n.rel, name), n.depth+1
	switch {
	case !isDir || n.real == n.name:
		c.real = c.name // of a link, until it is followed
	default:
		c.real = w.tree.child(n.real, name)
	}
	var client bool
	c.trail, client = w.clients.step(n.trail, name)
	switch {
	case client && (n.mode != nested || n.inSkill), n.inSkill && n.depth == 0 && name == "skills":
		c.mode, c.client, c.inSkill = search, client, false
	case n.mode == passage && c.trail == "":
		w.ignored++
		return c, false
	case n.mode != passage && !n.client && excludes(c.rules, c.rel, isDir):
		if c.trail == "" {
			w.ignored++
			return c, false
		}
		c.mode = passage
	}
	return c, w.notTooDeep(c)
}

// notTooDeep tells whether a directory is within the limit of levels, and
// reports the first one that is not.
func (w *walk) notTooDeep(n node) bool {
	if n.depth <= w.opts.MaxDepth {
		return true
	}
	if !w.deep {
		w.deep = true
		w.note(Warning, n.rel, "not searched: more than %d levels below the root", w.opts.MaxDepth)
	}
	return false
}

// below is path.Join for an entry of a directory.
func below(rel, name string) string {
	if rel == "" {
		return name
	}
	return rel + "/" + name
}

// isSkillFile tells whether a name is SKILL.md in any casing.
func isSkillFile(name string) bool { return strings.EqualFold(name, skillFileName) }

const skillFileName = "SKILL.md"

// skillFile finds the SKILL.md of a directory by its real name: SKILL.md
// itself or, when there is none, another casing of it that starts with a fence
// and is not the command or the agent of that name.
// It is "" when the directory is no skill.
func (w *walk) skillFile(n node, entries []fs.DirEntry) string {
	var others []fs.DirEntry
	for _, e := range entries {
		if e.Name() == skillFileName {
			if w.ignoredFile(n, e.Name()) || !w.readable(n, e) {
				return ""
			}
			return e.Name()
		}
		if isSkillFile(e.Name()) && !e.IsDir() {
			others = append(others, e)
		}
	}
	if holdsOthers(path.Base(n.rel)) {
		return ""
	}
	for _, e := range others {
		if !w.ignoredFile(n, e.Name()) && w.startsWithFence(n, e) && w.readable(n, e) {
			return e.Name()
		}
	}
	return ""
}

// holdsOthers tells whether clients read the Markdown files of a directory of
// that name one by one: commands/skill.md is the command /skill.
func holdsOthers(base string) bool { return base == "commands" || base == "agents" }

// ignoredFile tells whether a .gitignore excludes the SKILL.md itself, which
// counts like an ignored directory.
func (w *walk) ignoredFile(n node, name string) bool {
	if n.client || !excludes(n.rules, below(n.rel, name), false) {
		return false
	}
	if n.mode == search {
		w.ignored++
	}
	return true
}
