package parse

import (
	"bytes"
	"context"
	"io/fs"
	"path"
	"runtime"
	"sync"
)

// finding is a SKILL.md that a walk found.
type finding struct {
	root   int
	tree   tree
	dir    string // directory, a name of the tree
	place  place  // its identity
	rel    string // directory below the root, slash-separated
	file   string // real name of the file
	nested bool
	outer  string // of a nested one: directory of the skill it lies in, like rel
	opts   Options
	skill  *Skill // set by a loader
}

// loaders read findings while the walk goes on.
type loaders struct {
	work chan *finding
	done sync.WaitGroup
}

// startLoaders starts o.Jobs goroutines; 0 is one for each processor.
func startLoaders(ctx context.Context, o ScanOptions) *loaders {
	jobs := o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	l := &loaders{work: make(chan *finding, 64*jobs)}
	for range jobs {
		l.done.Go(func() {
			for f := range l.work {
				if ctx.Err() == nil {
					f.read()
					f.visit(o.Visit)
				}
			}
		})
	}
	return l
}

func (l *loaders) load(f *finding) { l.work <- f }

// wait returns when everything given to load has been read.
func (l *loaders) wait() {
	close(l.work)
	l.done.Wait()
}

// read parses the file. The walk has made sure that it is a file inside of
// what may be read, so that links are followed here.
func (f *finding) read() {
	fsys, err := f.tree.openAny(f.dir)
	if err != nil {
		f.skill = Unreadable(err, f.opts)
		return
	}
	f.skill = Load(fsys, f.file, f.opts)
}

// optionsFor says where a skill stands.
func (w *walk) optionsFor(n node, file string) Options {
	o := Options{Path: w.display(w.root, below(n.rel, file)), FileName: file}
	if fsys, err := w.tree.open(n.name); err == nil {
		o.FS = fsys
	}
	if w.tree.onDisk() {
		o.Dir = n.name
	}
	switch {
	case n.rel != "":
		o.DirName = path.Base(n.rel)
	case w.tree.onDisk() && w.roots[w.root].isPlace():
		o.DirName = baseName(n.real)
	}
	return o
}

// startsWithFence reads the head of a file whose name is another casing of
// SKILL.md, to tell a skill from an ordinary page called skill.md.
func (w *walk) startsWithFence(n node, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink != 0 {
		real, info, err := w.tree.resolve(w.tree.child(n.name, e.Name()))
		if err != nil || !info.Mode().IsRegular() || !w.tree.within(real, w.targets) {
			return false
		}
	} else if !e.Type().IsRegular() {
		return false
	}
	fsys, err := w.tree.openAny(n.name)
	if err != nil {
		return false
	}
	head, err := readCapped(fsys, e.Name(), fenceHead)
	if err != nil {
		return false
	}
	start := 0
	if bytes.HasPrefix(head, []byte(bom)) {
		start = len(bom)
	}
	return findFences(head, start).found
}
