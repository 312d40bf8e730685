package parse

import "bytes"

// html indexes the comments and the anchors in a piece of HTML.
func (x *indexer) html(start, end int) {
	for start >= 0 && start < end {
		part := x.src[start:end]
		open := bytes.Index(part, []byte("<!--"))
		if open < 0 {
			x.anchors(start, end)
			return
		}
		x.anchors(start, start+open)
		length := bytes.Index(part[open+4:], []byte("-->"))
		if length < 0 {
			return
		}
		from, to := start+open, start+open+4+length+3
		x.out.Comments = append(x.out.Comments, Comment{
			Text: string(part[open+4 : open+4+length]), Span: x.span(from, to),
		})
		start = to
	}
}

// anchors finds id="x" and name="x" in src[start:end].
func (x *indexer) anchors(start, end int) {
	part := x.src[start:end]
	for _, attribute := range []string{"id=", "name="} {
		for at := 0; ; {
			i := bytes.Index(part[at:], []byte(attribute))
			if i < 0 {
				break
			}
			at += i
			before := at == 0 || isBlankOrBreak(part[at-1])
			at += len(attribute)
			if name, from := quotedValue(part, at); before && name != "" {
				from += start
				x.out.Anchors = append(x.out.Anchors, Anchor{Name: name, Span: x.span(from, from+len(name))})
			}
		}
	}
}

// quotedValue is the value of an attribute, and its offset.
func quotedValue(part []byte, at int) (string, int) {
	if at >= len(part) || part[at] != '"' && part[at] != '\'' {
		return "", at
	}
	length := bytes.IndexByte(part[at+1:], part[at])
	if length < 0 {
		return "", at
	}
	return string(part[at+1 : at+1+length]), at + 1
}
