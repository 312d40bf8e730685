package parse

import "bytes"

// fences are the places of the two lines of hyphens, as byte offsets. Line
// ends belong to no line: text begins behind the opening line's.
type fences struct {
	open, openEnd     int // the opening line
	text              int // the frontmatter's text, up to close
	close, closeEnd   int // the closing line
	body              int // behind the closing line's end
	atEnd             bool
	firstLine, closed bool
	found             bool
}

// findFences is the program's only reading of fences. It looks from start,
// which is behind a byte order mark, for a line of exactly three hyphens,
// before which only blank lines may stand, and for the next such line. Blanks
// may follow the hyphens. Three hyphens elsewhere, in a value or in the body,
// are never a fence.
func findFences(src []byte, start int) fences {
	f := fences{firstLine: true}
	at := start
	for ; at < len(src); f.firstLine = false {
		end, next := lineAt(src, at)
		if len(bytes.TrimLeft(src[at:end], " \t")) > 0 {
			f.found = isFence(src[at:end])
			f.open, f.openEnd, f.text = at, end, next
			break
		}
		at = next
	}
	if !f.found {
		return f
	}
	for at = f.text; at < len(src); {
		end, next := lineAt(src, at)
		if src[at] == '-' && isFence(src[at:end]) {
			f.closed, f.close, f.closeEnd, f.body = true, at, end, next
			f.atEnd = next == end
			return f
		}
		at = next
	}
	return f
}

// lineAt is the end of the line that begins at offset at, and the start of
// the next one.
func lineAt(src []byte, at int) (end, next int) {
	line := src[at:]
	lf := bytes.IndexByte(line, '\n')
	if lf >= 0 {
		line = line[:lf]
	}
	switch cr := bytes.IndexByte(line, '\r'); {
	case cr >= 0 && cr == lf-1:
		return at + cr, at + lf + 1
	case cr >= 0:
		return at + cr, at + cr + 1
	case lf >= 0:
		return at + lf, at + lf + 1
	}
	return len(src), len(src)
}

func isFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && len(bytes.TrimRight(line[3:], " \t")) == 0
}
