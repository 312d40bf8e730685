package parse

import (
	"errors"
	"io"
	"io/fs"

	"github.com/skillctl/skillctl/internal/safefs"
)

// Load reads the SKILL.md called name in fsys, of which it takes at most
// [MaxFileBytes], and parses it. Like [Parse] it never fails: a file that
// cannot be read is a skill whose Skip says so. When o.FS is nil the skill has
// no resources.
func Load(fsys fs.FS, name string, o Options) *Skill {
	src, err := safefs.ReadFile(fsys, name, MaxFileBytes)
	if err != nil {
		return Unreadable(err, o)
	}
	return Parse(src, o)
}

// Unreadable is the skill of a SKILL.md that is known to exist but could not
// be read because of err.
func Unreadable(err error, o Options) *Skill {
	s := newSkill(o)
	s.Lines = NewLines(nil)
	r := &report{path: s.Path, lines: s.Lines}
	if errors.Is(err, safefs.ErrTooLarge) {
		tooLarge(r)
		s.finish(r, RuleTooLarge)
		return s
	}
	d := r.add(RuleUnreadable, 0, 0, "cannot be read: %v", reason(err))
	d.Span = Span{}
	if errors.Is(err, fs.ErrPermission) {
		d.Hint = "make the file readable"
	}
	s.finish(r, RuleUnreadable)
	return s
}

// reason is an error of the file system without the path, which diagnostics
// carry already.
func reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// readCapped reads the first limit bytes of a regular file; others are not
// opened, because opening a pipe waits for its writer.
func readCapped(fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, safefs.ErrNotRegular
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit))
	return data, errors.Join(err, f.Close())
}
