package parse

import (
	"io/fs"

	"github.com/skillctl/skillctl/internal/ignore"
)

// rulesIn are the ignore rules that hold for the entries of a directory: those
// from above, and its own .gitignore. Rules from outside of a repository do
// not reach into it, and none count in a client's directory.
func (w *walk) rulesIn(n node, entries []fs.DirEntry) ignore.Stack {
	if n.client {
		return n.rules
	}
	own := false
	for _, e := range entries {
		switch e.Name() {
		case ".git":
			if n.depth > 0 {
				n.rules = ignore.Stack{}
			}
		case ".gitignore":
			own = e.Type().IsRegular() // git does not follow links here either
		}
	}
	if !own {
		return n.rules
	}
	data, err := w.ignoreFile(n.name)
	if err != nil {
		d := w.note(Warning, n.rel, ".gitignore is not used: %v", reason(err))
		d.Rule = RuleUnreadable
		return n.rules
	}
	return n.rules.Push(ignore.Parse(data, n.rel))
}

func (w *walk) ignoreFile(dir string) ([]byte, error) {
	fsys, err := w.tree.openAny(dir)
	if err != nil {
		return nil, err
	}
	return readCapped(fsys, ".gitignore", ignore.MaxBytes)
}

// excludes tells whether rules exclude an entry of a directory that they let
// the walk enter.
func excludes(rules ignore.Stack, rel string, isDir bool) bool {
	ignored, _ := rules.Match(rel, isDir)
	return ignored
}
