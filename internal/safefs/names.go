package safefs

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/skillctl/skillctl/internal/escape"
)

// Kind says what a path names, for [Names.Add].
type Kind uint8

// The kinds of entries.
const (
	File Kind = iota
	Dir
)

// Names collects the paths of one tree and refuses those that would fall
// together on a file system that ignores case (Windows, macOS) or normalises
// Unicode (macOS). The zero value is empty. Not safe for concurrent use.
type Names struct {
	seen map[string]entry // by folded path
}

type entry struct {
	path string
	kind Kind
}

// Add records a path and every folder above it. It returns a *[PathError]
// with [RuleDuplicate], [RuleTwins] or [RuleFileAndDir]; a folder may come
// again in the same spelling. The path itself is not checked: see [CheckPath].
func (n *Names) Add(name string, kind Kind) error {
	if n.seen == nil {
		n.seen = make(map[string]entry)
	}
	if parent := path.Dir(name); parent != "." && parent != "/" {
		if err := n.addParent(parent, name); err != nil {
			return err
		}
	}
	return n.add(name, kind, name)
}

// addParent stops at the first folder that is known in the same spelling.
func (n *Names) addParent(dir, of string) error {
	if old, ok := n.seen[fold(dir)]; ok && old.path == dir && old.kind == Dir {
		return nil
	}
	if parent := path.Dir(dir); parent != "." && parent != "/" {
		if err := n.addParent(parent, of); err != nil {
			return err
		}
	}
	return n.add(dir, Dir, of)
}

func (n *Names) add(name string, kind Kind, of string) error {
	key := fold(name)
	old, ok := n.seen[key]
	switch {
	case !ok:
		n.seen[key] = entry{name, kind}
		return nil
	case old.path != name:
		return &PathError{of, RuleTwins, fmt.Sprintf("same name as %s where case or Unicode form is ignored", escape.Hidden(old.path))}
	case old.kind != kind:
		return &PathError{of, RuleFileAndDir, escape.Hidden(name) + " is both a file and a folder"}
	case kind == File:
		return &PathError{of, RuleDuplicate, "occurs twice"}
	}
	return nil
}

// fold maps names that some file system holds for equal to one string: full
// case folding between canonical decompositions.
func fold(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return norm.NFC.String(cases.Fold().String(norm.NFD.String(s)))
		}
	}
	return strings.ToLower(s)
}
