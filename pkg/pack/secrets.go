package pack

import (
	"bytes"
	"fmt"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/internal/secret"
)

// findSecrets looks at a piece of a file that begins at a 1-based line. What
// is no text has no secrets that anyone could tell.
func (p *planner) findSecrets(name string, b []byte, first int) {
	if bytes.IndexByte(b[:min(len(b), 8<<10)], 0) >= 0 {
		return
	}
	for _, m := range secret.Find(b) {
		line := first + bytes.Count(b[:m.Start], []byte("\n"))
		p.plan.secrets = append(p.plan.secrets, fmt.Sprintf("%s:%d: probable %s (%s)", escape.Line(name), line, m.Kind, escape.Line(m.Redacted)))
	}
}

// secretPiece is how many bytes of a long file are looked at in one go.
const secretPiece = 1 << 20

// secretScanner hands long content on in pieces of whole lines, as far as
// lines are shorter than a piece. Its buffer serves one file after the other.
type secretScanner struct {
	find func(piece []byte, firstLine int)
	line int // of the first byte of buf, 1-based
	buf  []byte
	head []byte // first bytes of the file
}

// begin makes ready for another file. Without find only its first bytes are
// kept.
func (s *secretScanner) begin(find func(piece []byte, firstLine int)) {
	s.find, s.line, s.head = find, 1, nil
	if s.buf == nil && find != nil {
		s.buf = make([]byte, 0, secretPiece)
	}
	s.buf = s.buf[:0]
}

func (s *secretScanner) Write(p []byte) (int, error) {
	if s.head == nil {
		s.head = bytes.Clone(p[:min(len(p), 64)])
	}
	n := len(p)
	if s.find == nil {
		return n, nil
	}
	for len(p) > 0 {
		room := min(len(p), cap(s.buf)-len(s.buf))
		s.buf, p = append(s.buf, p[:room]...), p[room:]
		if len(s.buf) == cap(s.buf) {
			s.piece()
		}
	}
	return n, nil
}

// piece hands on the whole lines of a full buffer.
func (s *secretScanner) piece() {
	cut := bytes.LastIndexByte(s.buf, '\n') + 1
	if cut == 0 {
		cut = len(s.buf)
	}
	s.find(s.buf[:cut], s.line)
	s.line += bytes.Count(s.buf[:cut], []byte("\n"))
	s.buf = append(s.buf[:0], s.buf[cut:]...)
}

// end hands on the rest of the file.
func (s *secretScanner) end() {
	if s.find != nil {
		s.find(s.buf, s.line)
	}
}
