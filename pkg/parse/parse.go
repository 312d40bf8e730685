package parse

import (
	"bytes"
	"io/fs"
)

// Options say where the bytes given to [Parse] come from.
type Options struct {
	Path     string // SKILL.md as reports show it
	Dir      string // the skill's directory on disk, absolute, or ""
	DirName  string // real base name of that directory, or ""
	FileName string // real name of the file; "" means "SKILL.md"
	FS       fs.FS  // the skill's directory, or nil
}

// Parse reads a SKILL.md. It never fails and never returns nil: for a skill
// that no client can load, Skip says why. The skill keeps src, which the
// caller must not change afterwards.
func Parse(src []byte, o Options) *Skill {
	s := newSkill(o)
	s.Source, s.Lines = src, NewLines(src)
	r := &report{path: s.Path, lines: s.Lines}
	skip := s.read(r)
	s.finish(r, skip)
	return s
}

func newSkill(o Options) *Skill {
	s := &Skill{Path: o.Path, Dir: o.Dir, DirName: o.DirName, FileName: o.FileName, FS: o.FS}
	if s.FileName == "" {
		s.FileName = "SKILL.md"
	}
	return s
}

// read fills the skill. It returns the rule for which the skill cannot be
// loaded, whose first diagnostic is the reason, or "".
func (s *Skill) read(r *report) (skip string) {
	src := s.Source
	if d := checkBytes(r, src); d != nil {
		return d.Rule
	}
	start := checkBOM(r, src)
	s.BodyStart = start
	checkLineEnds(r, src)
	f := findFences(src, start)
	if skip := checkFences(r, src, f); skip != "" {
		checkControls(r, src, start, len(src), false)
		return skip
	}
	s.BodyStart = f.body
	checkControls(r, src, f.text, f.close, true)
	checkControls(r, src, f.body, len(src), false)
	s.Frontmatter = &Frontmatter{
		Open:  s.Lines.Span(f.open, f.openEnd),
		Close: s.Lines.Span(f.close, f.closeEnd),
		Span:  s.Lines.Span(f.text, f.close),
	}
	if bytes.IndexByte(src[f.text:f.close], 0) >= 0 {
		return RuleNUL
	}
	return s.readFrontmatter(r, f.text, f.close)
}

// finish sorts out what follows from the fields: the name, and why a skill is
// skipped.
func (s *Skill) finish(r *report, skip string) {
	if s.Name == "" {
		s.Name = s.DirName
	}
	for i := range r.list {
		r.list[i].Skill = s.Name
	}
	s.Diagnostics = r.sorted()
	if skip == "" {
		return
	}
	for i := range s.Diagnostics {
		if s.Diagnostics[i].Rule == skip {
			d := s.Diagnostics[i]
			s.Skip = &d
			return
		}
	}
}

// Err is why the skill cannot be loaded, as a [*SkipError], or nil.
func (s *Skill) Err() error {
	if s.Skip == nil {
		return nil
	}
	return &SkipError{Diagnostic: *s.Skip}
}
