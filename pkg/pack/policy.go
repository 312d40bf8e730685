package pack

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/safefs"
)

// header is what a container says about one entry, before any rule looked at
// it.
type header struct {
	name   string // as written
	size   int64  // bytes of data, as declared
	dir    bool
	exec   bool   // the owner's execute bit
	link   string // kind of link ("symbolic link", "hard link"), or ""
	target string // what a link names
	fault  *Error // what the container's reader found wrong, or nil
}

// Skipped is an entry of an archive that is not unpacked.
type Skipped struct {
	Path   string
	Reason string
}

// LinkPolicy says what happens to symbolic and hard links in an archive.
type LinkPolicy uint8

// The policies.
const (
	RefuseLinks LinkPolicy = iota // the archive is refused
	SkipLinks                     // the link is left out and reported
)

// action is what the policy decided about an entry.
type action uint8

const (
	skip action = iota
	makeDir
	writeFile
)

// decision is the verdict on one entry, in archive order.
type decision struct {
	action action
	path   string
	size   int64
	exec   bool
}

// policy holds an archive's entries against every rule that does not depend on
// the container: names, types, uniqueness, limits.
type policy struct {
	limits Limits
	links  LinkPolicy
	pick   func(path string) (as string, ok bool) // nil takes every entry

	names     safefs.Names
	seen      int
	total     int64
	decisions []decision
	skipped   []Skipped
	dirs      map[string]bool
}

// add judges the next entry.
func (p *policy) add(h header) error {
	if !p.selects(&h) {
		p.decisions = append(p.decisions, decision{action: skip, size: h.size})
		return nil
	}
	if p.seen++; p.seen > p.limits.Entries {
		return refuse("", RuleEntries, "more than %d entries", p.limits.Entries)
	}
	if h.isRoot() {
		p.decisions = append(p.decisions, decision{action: skip})
		return nil
	}
	name := relative(h.name)
	if h.dir {
		name = strings.TrimSuffix(name, "/")
	}
	if err := safefs.CheckPath(name); err != nil {
		return pathRefusal(h.name, err)
	}
	if h.fault != nil {
		h.fault.Entry = h.name
		return h.fault
	}
	if err := p.checkSize(h); err != nil {
		return err
	}
	if reason := p.reasonToSkip(name, h); reason != "" {
		return p.leaveOut(name, reason, h)
	}
	if git, ok := safefs.GitFolder(name); ok && h.link == "" {
		return p.leaveOut(git, "git's own files", h)
	}
	if h.link != "" {
		return refuse(h.name, RuleLink, "a %s", linkText(h))
	}
	return p.decide(name, h)
}

// isRoot reports whether an entry is the folder that everything lies in, as
// "tar c ." adds it.
func (h header) isRoot() bool {
	name := relative(h.name)
	return h.dir && (name == "." || name == "./") && h.link == "" && h.fault == nil
}

func (p *policy) leaveOut(name, reason string, h header) error {
	if s := (Skipped{Path: name, Reason: reason}); !slices.Contains(p.skipped[max(0, len(p.skipped)-1):], s) {
		p.skipped = append(p.skipped, s)
	}
	p.decisions = append(p.decisions, decision{action: skip, size: h.size})
	if h.link == "" {
		return nil
	}
	return p.addName(name, safefs.File) // nothing may pass through a skipped link
}

// selects gives a wanted entry the name it is to have. What is faulty is never
// left out.
func (p *policy) selects(h *header) (ok bool) {
	if p.pick == nil || h.fault != nil {
		return true
	}
	h.name, ok = p.pick(strings.TrimSuffix(relative(h.name), "/"))
	return ok
}

func (p *policy) decide(name string, h header) error {
	d := decision{action: writeFile, path: name, size: h.size, exec: h.exec}
	kind, dir := safefs.File, path.Dir(name)
	if h.dir {
		d.action, kind, dir = makeDir, safefs.Dir, name
	}
	if err := p.addName(name, kind); err != nil {
		return err
	}
	p.decisions = append(p.decisions, d)
	return p.addDirs(dir)
}

// addDirs counts folders that are implied by paths: ten thousand files may
// otherwise make three hundred thousand of them.
func (p *policy) addDirs(dir string) error {
	for ; dir != "." && !p.dirs[dir]; dir = path.Dir(dir) {
		if len(p.dirs) >= p.limits.Entries {
			return refuse("", RuleEntries, "more than %d folders", p.limits.Entries)
		}
		p.dirs[dir] = true
	}
	return nil
}

func (p *policy) addName(name string, kind safefs.Kind) error {
	if err := p.names.Add(name, kind); err != nil {
		return pathRefusal(name, err)
	}
	return nil
}

// checkSize holds the declared size against the limits; copying holds the
// real one against the declared.
func (p *policy) checkSize(h header) error {
	switch {
	case h.size < 0:
		return refuse(h.name, RuleDamaged, "negative size")
	case h.dir && h.size != 0:
		return refuse(h.name, RuleDamaged, "a folder with data")
	case h.size > p.limits.File:
		return refuse(h.name, RuleFileSize, "%d bytes: more than %d", h.size, p.limits.File)
	case h.size > p.limits.Total-p.total:
		return refuse(h.name, RuleTotalSize, "unpacks to more than %d bytes", p.limits.Total)
	}
	p.total += h.size
	return nil
}

// reasonToSkip names why an entry is left out without being a fault. macOS
// adds its metadata to every archive it makes.
func (p *policy) reasonToSkip(name string, h header) string {
	switch {
	case strings.HasPrefix(name, "__MACOSX/"), name == "__MACOSX", strings.HasPrefix(path.Base(name), "._"):
		if h.link == "" {
			return "macOS metadata"
		}
	case h.link != "" && p.links == SkipLinks:
		return linkText(h)
	}
	return ""
}

// linkText describes a link; in a zip its target is data, which is not read.
func linkText(h header) string {
	if h.target == "" {
		return h.link
	}
	return h.link + " to " + escape.Line(h.target)
}

// relative drops leading "./", which tar adds for "tar c .".
func relative(name string) string {
	for strings.HasPrefix(name, "./") && len(name) > 2 {
		name = name[2:]
	}
	return name
}

// pathRefusal gives the path policy's verdict the entry's name as written.
func pathRefusal(entry string, err error) error {
	if bad, ok := errors.AsType[*safefs.PathError](err); ok {
		return refuse(entry, string(bad.Rule), "%s", bad.Detail)
	}
	return &Error{Entry: entry, Rule: "path", Detail: "unsafe path", Err: err}
}
