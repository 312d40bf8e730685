package lint

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Change is one repaired file.
type Change struct {
	Path     string // as reports show it
	File     string // slash-separated, relative to Dir
	Dir      string // the skill's directory on disk, "" when it is not on disk
	Old, New []byte
}

// fix repairs a skill in memory until no fix is left, at most [MaxFixRounds]
// times, and returns the last pass. A round that would change what the skill
// says is tried again fix by fix, and what changes it is left out.
func (r *runner) fix(s *parse.Skill) unit {
	now := s
	over := &overlay{below: s.FS, files: map[string][]byte{}}
	u := r.pass(now)
	for range MaxFixRounds {
		fixes := fixesOf(u.issues)
		next := r.applied(s, now, over, fixes)
		if next == nil {
			break
		}
		now = next
		u = r.pass(now)
	}
	u.changes = over.changes(s)
	return u
}

// fixesOf groups the fixes of issues by displayed path, in report order.
func fixesOf(issues []Issue) map[string][][]parse.Edit {
	sorted := slices.Clone(issues)
	sortIssues(sorted)
	fixes := map[string][][]parse.Edit{}
	for _, i := range sorted {
		if len(i.Fix) > 0 {
			fixes[i.Path] = append(fixes[i.Path], i.Fix)
		}
	}
	return fixes
}

// applied is the skill after a round of fixes, or nil when the round changed
// nothing. The overlay then holds the new contents.
func (r *runner) applied(original, now *parse.Skill, over *overlay, fixes map[string][][]parse.Edit) *parse.Skill {
	files := newFileSet(now)
	changed := false
	next := now
	for _, display := range slices.Sorted(maps.Keys(fixes)) {
		f := files.byDisplay(display)
		if f == nil {
			continue
		}
		if f == files.skillFile() {
			if s := repaired(original, now, fixes[display]); s != nil {
				next, changed = s, true
				over.files[f.Path] = s.Source
			}
			continue
		}
		if b := apply(f.Bytes(), selectFixes(fixes[display], len(f.Bytes()))); !bytes.Equal(b, f.Bytes()) {
			over.files[f.Path] = b
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return over.reparse(next)
}

// repaired applies fixes to SKILL.md: all that go together, or, when those
// change what the skill says, one after the other as long as they do not. It
// is nil when nothing changed.
func repaired(original, now *parse.Skill, fixes [][]parse.Edit) *parse.Skill {
	try := func(fixes [][]parse.Edit) *parse.Skill {
		src := apply(now.Source, selectFixes(fixes, len(now.Source)))
		if bytes.Equal(src, now.Source) {
			return nil
		}
		if s := parse.Parse(src, optionsOf(now, now.FS)); sameMeaning(original, s) {
			return s
		}
		return nil
	}
	if s := try(fixes); s != nil {
		return s
	}
	var good [][]parse.Edit
	var last *parse.Skill
	for _, fix := range fixes {
		if s := try(append(slices.Clone(good), fix)); s != nil {
			good = append(good, fix)
			last = s
		}
	}
	return last
}

// sameMeaning reports whether two readings say the same: name, description
// and, but for line ends, blanks at line ends and a blank start, the body.
func sameMeaning(a, b *parse.Skill) bool {
	return a.Name == b.Name && a.Description == b.Description && plainBody(a) == plainBody(b) &&
		(a.Skip != nil || b.Skip == nil)
}

// plainBody is the body without what does not show.
func plainBody(s *parse.Skill) string {
	body := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s.Body())
	var b strings.Builder
	for line := range strings.Lines(body) {
		b.WriteString(strings.TrimRight(line, " \t\n"))
		b.WriteByte('\n')
	}
	return strings.Trim(b.String(), "\n")
}

// reparse reads the skill again on top of the overlay.
func (o *overlay) reparse(s *parse.Skill) *parse.Skill {
	var top fs.FS
	if o.below != nil {
		top = o
	}
	next := parse.Parse(s.Source, optionsOf(s, top))
	next.Root, next.ShadowedBy = s.Root, s.ShadowedBy
	return next
}

func optionsOf(s *parse.Skill, fsys fs.FS) parse.Options {
	return parse.Options{Path: s.Path, Dir: s.Dir, DirName: s.DirName, FileName: s.FileName, FS: fsys}
}

// changes lists what the overlay replaced and what is different now.
func (o *overlay) changes(original *parse.Skill) []Change {
	files := newFileSet(original)
	var all []Change
	for name, b := range o.files {
		f, ok := files.find(name)
		if !ok || bytes.Equal(f.Bytes(), b) {
			continue
		}
		all = append(all, Change{Path: f.Display, File: name, Dir: original.Dir, Old: f.Bytes(), New: b})
	}
	slices.SortFunc(all, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return all
}
