package ignore

import "strings"

// class matches c against the bracket expression whose inside begins at
// glob[p]. It returns the index of the closing bracket, or -1 when the
// expression is malformed and the pattern matches nothing.
func class(glob string, p int, c byte) (end int, in bool) {
	s := set{glob: glob, p: p, c: c}
	negated := s.at() == '!' || s.at() == '^'
	if negated {
		s.p++
	}
	for first := true; first || s.at() != ']'; first = false {
		if !s.item() {
			return -1, false
		}
		s.p++
		if s.p >= len(glob) {
			return -1, false
		}
	}
	return s.p, s.in != negated
}

// set walks over the items of a bracket expression.
type set struct {
	glob string
	p    int
	c    byte // the byte to find
	prev byte // start of a possible range, 0 for none
	in   bool
}

// at is the current byte, 0 behind the end as in C.
func (s *set) at() byte { return s.peek(0) }

func (s *set) peek(n int) byte {
	if s.p+n < len(s.glob) {
		return s.glob[s.p+n]
	}
	return 0
}

// item reads one item and stops at its last byte; false means malformed.
func (s *set) item() bool {
	switch b := s.at(); {
	case b == 0:
		return false
	case b == '\\':
		if s.p++; s.at() == 0 {
			return false
		}
		s.single(s.at())
	case b == '-' && s.prev != 0 && s.peek(1) != 0 && s.peek(1) != ']':
		return s.upTo()
	case b == '[' && s.peek(1) == ':':
		return s.named()
	default:
		s.single(b)
	}
	return true
}

func (s *set) single(b byte) {
	s.in = s.in || s.c == b
	s.prev = b
}

func (s *set) upTo() bool {
	s.p++
	if s.at() == '\\' {
		if s.p++; s.at() == 0 {
			return false
		}
	}
	s.in = s.in || s.prev <= s.c && s.c <= s.at()
	s.prev = 0
	return true
}

// named reads [:alpha:] and the like; without its ":]" the bracket stands for
// itself.
func (s *set) named() bool {
	start := s.p + 2
	length := strings.IndexByte(s.glob[start:], ']')
	if length < 0 {
		return false
	}
	if length == 0 || s.glob[start+length-1] != ':' {
		s.single('[')
		return true
	}
	members, ok := classes[s.glob[start:start+length-1]]
	if !ok {
		return false
	}
	s.in = s.in || members(s.c)
	s.p, s.prev = start+length, 0
	return true
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
func digit(c byte) bool { return '0' <= c && c <= '9' }
func alpha(c byte) bool { return lower(c) || upper(c) }
func alnum(c byte) bool { return alpha(c) || digit(c) }
func graph(c byte) bool { return c > ' ' && c < 0x7f }

// classes are the named classes, ASCII only as in git.
var classes = map[string]func(byte) bool{
	"alnum": alnum, "alpha": alpha, "digit": digit, "lower": lower, "upper": upper, "graph": graph,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"print":  func(c byte) bool { return graph(c) || c == ' ' },
	"punct":  func(c byte) bool { return graph(c) && !alnum(c) },
	"space":  func(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' },
	"xdigit": func(c byte) bool { return digit(c) || lower(c|0x20) && c|0x20 <= 'f' },
}
