package ignore

import "strings"

// mode says whether a star may match a slash.
type mode uint8

const (
	anything mode = iota // * matches every byte
	pathname             // * stays inside an element, ** between slashes does not
)

// verdict is what a part of a pattern says about a part of a text. The two
// aborts spare hopeless tries, as in git's wildmatch.c.
type verdict uint8

const (
	noMatch verdict = iota
	match
	abortAll        // the text is used up: no further star can help
	abortToStarstar // only a ** further left can help
)

// wildmatch reports whether a git glob matches the whole text.
func wildmatch(glob, text string, m mode) bool {
	w := wild{mode: m}
	return w.do(glob, text) == match
}

type wild struct {
	mode  mode
	steps int
}

// do is dowild of wildmatch.c; glob and text are suffixes of the whole.
func (w *wild) do(glob, text string) verdict {
	p, t := 0, 0
	for ; p < len(glob); p, t = p+1, t+1 {
		if w.steps++; w.steps > maxSteps {
			return abortAll
		}
		var v verdict
		var done bool
		if glob[p] == '*' {
			p, t, v, done = w.star(glob, p, text, t)
		} else if t == len(text) {
			return abortAll
		} else {
			p, v = w.one(glob, p, text[t])
			done = v != match
		}
		if done {
			return v
		}
	}
	if t < len(text) {
		return noMatch
	}
	return match
}

// one matches c against the single character at glob[p], whose last byte is
// glob[end].
func (w *wild) one(glob string, p int, c byte) (end int, v verdict) {
	ok := false
	switch glob[p] {
	case '?':
		ok = w.mode == anything || c != '/'
	case '[':
		end, in := class(glob, p+1, c)
		if end < 0 {
			return p, abortAll
		}
		p, ok = end, in && (w.mode == anything || c != '/')
	case '\\':
		p++
		ok = p < len(glob) && glob[p] == c
	default:
		ok = glob[p] == c
	}
	if !ok {
		return p, noMatch
	}
	return p, match
}

// star handles the star at glob[p]. Unless done, matching goes on behind the
// slash at glob[next] and text[at].
func (w *wild) star(glob string, p int, text string, t int) (next, at int, v verdict, done bool) {
	p, crossing, zero := w.stars(glob, p)
	rest := text[t:]
	if zero && w.do(glob[p+1:], rest) == match {
		return 0, 0, match, true
	}
	switch {
	case p == len(glob) && !crossing && strings.Contains(rest, "/"):
		return 0, 0, noMatch, true
	case p == len(glob):
		return 0, 0, match, true
	case !crossing && glob[p] == '/':
		slash := strings.IndexByte(rest, '/')
		if slash < 0 {
			return 0, 0, noMatch, true
		}
		return p, t + slash, 0, false
	}
	return 0, 0, w.try(glob[p:], rest, crossing), true
}

// stars skips a run of stars and says what it may match: crossing slashes, and
// nothing at all when zero ("**/" also matches no folder).
func (w *wild) stars(glob string, p int) (end int, crossing, zero bool) {
	start := p
	for p < len(glob) && glob[p] == '*' {
		p++
	}
	if w.mode == anything {
		return p, true, false
	}
	if p-start < 2 || start > 0 && glob[start-1] != '/' {
		return p, false, false
	}
	rest := glob[p:]
	crossing = rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`)
	return p, crossing, crossing && rest != "" && rest[0] == '/'
}

// try matches the glob behind a star against every suffix of text that the
// star may leave.
func (w *wild) try(glob, text string, crossing bool) verdict {
	for t := 0; t < len(text); t++ {
		if c := glob[0]; !strings.ContainsRune(`*?[\`, rune(c)) {
			for t < len(text) && text[t] != c && (crossing || text[t] != '/') {
				t++
			}
			if t == len(text) || text[t] != c {
				return noMatch
			}
		}
		v := w.do(glob, text[t:])
		switch {
		case w.steps > maxSteps:
			return abortAll
		case v != noMatch && (!crossing || v != abortToStarstar):
			return v
		case v == noMatch && !crossing && text[t] == '/':
			return abortToStarstar
		}
	}
	return abortAll
}
