package parse

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/skillctl/skillctl/internal/ignore"
)

// dirLink is a symbolic link to a directory that the scan followed, or whose
// target it had already searched.
type dirLink struct {
	root int    // index of the root in which the link stands
	rel  string // the link's path below that root
	real string // its target with all links resolved, a name of the root's tree
}

// pendingLink is a link to a directory that waits until all real directories
// of the root are searched.
type pendingLink struct {
	node node
	real string
}

// link looks at a symbolic link in a searched directory.
func (w *walk) link(n node, name string) {
	c, ok := w.child(n, name, false)
	if !ok || c.mode == passage {
		return
	}
	real, info, err := w.tree.resolve(c.name)
	switch {
	case err != nil:
		w.brokenLink(c, err)
	case !info.IsDir():
	case !w.tree.within(real, w.targets):
		w.skip(c.rel, outside(real))
	default:
		w.queue = append(w.queue, pendingLink{node: c, real: real})
	}
}

func outside(real string) Skipped {
	return Skipped{
		Rule:   RuleLinkOutside,
		Reason: "link to " + real + ", outside of the roots and of the git repository around them",
		Hint:   "name the target as a root too",
	}
}

// brokenLink reports a link that leads nowhere: as a skipped skill when it
// stands where skills stand, else as a note.
func (w *walk) brokenLink(c node, err error) {
	fault := w.linkFault(c.name, err)
	if c.client || path.Base(path.Dir(c.rel)) == "skills" {
		w.skip(c.rel, fault)
		return
	}
	d := w.note(Info, c.rel, "%s", fault.Reason)
	d.Rule, d.Hint = fault.Rule, fault.Hint
}

// linkFault says why a link cannot be resolved.
func (w *walk) linkFault(name string, err error) Skipped {
	target, readErr := w.tree.readLink(name)
	if readErr != nil {
		target = "an unknown place"
	}
	switch {
	case errors.Is(err, errLinkLeaves):
		return Skipped{Rule: RuleLinkOutside, Reason: "link to " + target + ", outside of the root"}
	case errors.Is(err, fs.ErrNotExist):
		return Skipped{Rule: RuleLinkDangling, Reason: "dangling link to " + target, Hint: "restore the target or remove the link"}
	case errors.Is(err, errTooManyLinks), strings.Contains(err.Error(), "too many links"):
		return Skipped{Rule: RuleLinkDangling, Reason: "link to " + target + ", which leads back to it", Hint: "remove the link"}
	}
	return Skipped{Rule: RuleUnreadable, Reason: "link to " + target + " cannot be resolved: " + reason(err).Error()}
}

// follow searches the directory a link leads to, unless it was searched.
func (w *walk) follow(l pendingLink) {
	w.links = append(w.links, dirLink{root: w.root, rel: l.node.rel, real: l.real})
	l.node.real = l.real
	l.node.rules = ignore.Stack{} // those of the place the link leads to are not known
	w.visit(l.node)
}

// readable tells whether an entry called SKILL.md is a file that may be read,
// and reports one that is not.
func (w *walk) readable(n node, e fs.DirEntry) bool {
	rel := below(n.rel, e.Name())
	kind := e.Type()
	if kind&fs.ModeSymlink != 0 {
		real, info, err := w.tree.resolve(w.tree.child(n.name, e.Name()))
		switch {
		case err != nil:
			w.skip(rel, w.linkFault(w.tree.child(n.name, e.Name()), err))
			return false
		case !w.tree.within(real, w.targets):
			w.skip(rel, outside(real))
			return false
		}
		kind = info.Mode().Type()
	}
	if !kind.IsRegular() {
		w.skip(rel, Skipped{Rule: RuleNotAFile, Reason: "SKILL.md is " + kindName(kind) + ", not a file"})
		return false
	}
	return true
}

// kindName names what is not a regular file.
func kindName(kind fs.FileMode) string {
	switch {
	case kind.IsDir():
		return "a directory"
	case kind&fs.ModeNamedPipe != 0:
		return "a pipe"
	case kind&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
