package lint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// reach is which lines a suppression covers.
type reach uint8

const (
	restOfFile reach = iota // from the comment on; the whole file in frontmatter
	sameLine
	nextLine
)

// suppression is one comment that silences rules.
type suppression struct {
	path, skill string
	span        parse.Span // the comment's text
	at          place
	reach       reach
	from        int // first line covered by restOfFile
	rules       []string
	used        []bool // parallel to rules: something was silenced
}

const disableWord = "skillctl-disable"

const (
	// maxSuppressions is how many comments of one file count.
	maxSuppressions = 1000
	// commentBytes is how far around the word a comment is looked at.
	commentBytes = 1024
)

// covers reports whether a finding at the line (0: the file as a whole) is
// within reach.
func (s *suppression) covers(line int) bool {
	at := s.span.Start.Line
	switch s.reach {
	case sameLine:
		return line == at
	case nextLine:
		return line == at+1
	default:
		return line == 0 || line >= s.from
	}
}

// silence reports whether one of the suppressions covers the finding, and
// marks those that do as used.
func silence(all []*suppression, d *parse.Diagnostic) bool {
	silenced := false
	for _, s := range all {
		if !s.covers(d.Span.Start.Line) {
			continue
		}
		for i, rule := range s.rules {
			if rule == d.Rule {
				s.used[i] = true
				silenced = true
			}
		}
	}
	return silenced
}

// inFile are the suppressions of one file.
func inFile(all []*suppression, path string) []*suppression {
	var own []*suppression
	for _, s := range all {
		if s.path == path {
			own = append(own, s)
		}
	}
	return own
}

// suppressionsIn reads the comments of a file: HTML comments in Markdown
// outside of code, # comments in frontmatter, and # or // in other files.
func suppressionsIn(f *File, skill *parse.Skill) []*suppression {
	src := f.Bytes()
	if !bytes.Contains(src, []byte(disableWord)) {
		return nil
	}
	var found []*suppression
	for at := 0; len(found) < maxSuppressions; {
		i := bytes.Index(src[at:], []byte(disableWord))
		if i < 0 {
			break
		}
		at += i
		if s := suppressionAt(f, skill, at); s != nil {
			found = append(found, s)
		}
		at += len(disableWord)
	}
	return found
}

// suppressionAt reads the comment whose word stands at the offset, or nil
// when that is no comment.
func suppressionAt(f *File, skill *parse.Skill, at int) *suppression {
	src, lines := f.Bytes(), f.Lines()
	start := max(0, at-commentBytes)
	start += bytes.LastIndexAny(src[start:at], "\r\n") + 1
	end := min(at+commentBytes, len(src))
	if i := bytes.IndexAny(src[at:end], "\r\n"); i >= 0 {
		end = at + i
	}
	before := strings.TrimRight(string(src[start:at]), " \t")
	from := 0
	switch inFront := f.Path == skill.FileName && at < skill.BodyStart; {
	case f.IsMarkdown() && !inFront:
		if !strings.HasSuffix(before, "<!--") || f.inCode(at) {
			return nil
		}
		n := bytes.Index(src[at:end], []byte("-->"))
		if n < 0 {
			return nil
		}
		end = at + n
	case !endsInComment(before):
		return nil
	case inFront:
		from = 1
	}
	text := strings.TrimSpace(string(src[at:end]))
	s := &suppression{path: f.Display, skill: skill.Name, from: from, span: lines.Span(at, at+len(text))}
	if from == 0 {
		s.from = s.span.Start.Line
	}
	s.at = placeOf(lines, src, s.span)
	s.read(text)
	return s
}

// endsInComment reports whether what precedes the word opens a comment.
func endsInComment(before string) bool {
	for _, mark := range []string{"#", "//"} {
		if rest, ok := strings.CutSuffix(before, mark); ok {
			return rest == "" || strings.HasSuffix(rest, " ") || strings.HasSuffix(rest, "\t") || strings.Trim(rest, " \t#/") == ""
		}
	}
	return false
}

// read takes reach and rules from "skillctl-disable-line a, b -- reason".
func (s *suppression) read(text string) {
	text, _, _ = strings.Cut(text, "--")
	word, names, _ := strings.Cut(strings.Join(strings.Fields(text), " "), " ")
	switch word {
	case disableWord + "-line":
		s.reach = sameLine
	case disableWord + "-next-line":
		s.reach = nextLine
	}
	split := func(r rune) bool { return r == ',' || r == ' ' }
	s.rules = slices.Compact(slices.Sorted(slices.Values(strings.FieldsFunc(names, split))))
	s.used = make([]bool, len(s.rules))
}
