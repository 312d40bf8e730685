package parse

import (
	"errors"
	"io"
	"io/fs"
)

// Load reads the SKILL.md called name in fsys, of which it takes at most
// [MaxFileBytes], and parses it. Like [Parse] it never fails: a file that
// cannot be read is a skill whose Skip says so. When o.FS is nil the skill has
// no resources.
func Load(fsys fs.FS, name string, o Options) *Skill {
	src, err := readCapped(fsys, name, MaxFileBytes+1)
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
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// readCapped reads at most limit bytes of a file.
func readCapped(fsys fs.FS, name string, limit int64) (data []byte, err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	// One byte more than the file has: the read that finds the end then needs
	// no larger buffer.
	data = make([]byte, min(info.Size()+1, limit))
	n := 0
	for {
		m, err := f.Read(data[n:])
		n += m
		switch {
		case errors.Is(err, io.EOF) || int64(n) == limit:
			return data[:n], nil
		case err != nil:
			return nil, err
		case n == len(data):
			data = append(data, make([]byte, min(int64(len(data)), limit-int64(n)))...)
		}
	}
}
