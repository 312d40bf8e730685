package parse

import (
	"strings"
	"unicode"
)

// Tools are the names in the body's "Tools:" section, in order, as written.
//
// The section starts at a line that begins with "tools:" in any case; its
// items are lines that begin with a hyphen. Blank lines, comment lines with #
// and lines of other text are passed over. The section ends at a Markdown
// heading, at a line with a colon, or at one of the words Overview, Examples,
// Usage, Description and Installation; only the first section counts. Fenced
// code is not read.
func (s *Skill) Tools() []Tool {
	return s.lazy.tools.get(func() []Tool { return s.readTools(markdownAware) })
}

// ToolsTRPC are the names as tRPC-Agent reads them: headings are comments
// there and code is text.
func (s *Skill) ToolsTRPC() []Tool {
	return s.lazy.toolsTRPC.get(func() []Tool { return s.readTools(linesOnly) })
}

// reading says how much of Markdown the reader of the section knows.
type reading uint8

const (
	linesOnly     reading = iota // as tRPC-Agent does
	markdownAware                // headings and fenced code are seen
)

// toolSection is the state of the reader.
type toolSection struct {
	reading reading
	inside  bool
	code    codeFence
	tools   []Tool
	last    string // the line before, trimmed
}

func (s *Skill) readTools(how reading) []Tool {
	t := &toolSection{reading: how}
	for at := s.BodyStart; at < len(s.Source); {
		end, next := lineAt(s.Source, at)
		line := string(s.Source[at:end])
		trimmed := strings.TrimSpace(line)
		if ended := t.line(line, trimmed); ended {
			break
		}
		if name, offset, ok := t.item(line, trimmed); ok {
			t.tools = append(t.tools, Tool{Name: name, Span: s.Lines.Span(at+offset, at+offset+len(name))})
		}
		t.last, at = trimmed, next
	}
	return t.tools
}

// line takes a line into account and reports whether it ends the section.
func (t *toolSection) line(line, trimmed string) bool {
	if t.reading == markdownAware && t.code.feed(trimmed) {
		return false
	}
	switch {
	case startsTools(trimmed):
		t.inside = true
		return false
	case !t.inside || trimmed == "":
		return false
	case t.reading == markdownAware && (isATXHeading(line) || isUnderline(trimmed) && isText(t.last)):
		return true
	case trimmed[0] == '#' || trimmed[0] == '-':
		return false
	}
	return strings.Contains(trimmed, ":") || startsSection(trimmed)
}

// item is the name on a line, and its byte offset there.
func (t *toolSection) item(line, trimmed string) (name string, offset int, ok bool) {
	if !t.inside || t.code.open() || !strings.HasPrefix(trimmed, "-") {
		return "", 0, false
	}
	if t.reading == markdownAware && isUnderline(trimmed) && startsTools(t.last) {
		return "", 0, false
	}
	name = strings.TrimSpace(trimmed[1:])
	if name == "" || name[0] == '#' {
		return "", 0, false
	}
	return name, len(strings.TrimRightFunc(line, unicode.IsSpace)) - len(name), true
}

func startsTools(trimmed string) bool {
	const word = "tools:"
	if len(trimmed) < len(word) {
		return false
	}
	for i := range len(word) {
		c := trimmed[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// startsSection reports whether a line begins with one of the words that
// tRPC-Agent takes for the next section.
func startsSection(trimmed string) bool {
	for _, word := range []string{"Overview", "Examples", "Usage", "Description", "Installation"} {
		if strings.HasPrefix(trimmed, word) {
			return true
		}
	}
	return false
}

// isATXHeading reports whether a line is a Markdown heading with #.
func isATXHeading(line string) bool {
	rest := strings.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 {
		return false
	}
	level := len(rest) - len(strings.TrimLeft(rest, "#"))
	return level >= 1 && level <= 6 && (level == len(rest) || isBlankOrBreak(rest[level]))
}

// isUnderline reports whether a line underlines a heading above it.
func isUnderline(trimmed string) bool {
	return len(trimmed) > 1 && (strings.Trim(trimmed, "=") == "" || strings.Trim(trimmed, "-") == "")
}

// isText reports whether a line can be the text of a heading that the next
// line underlines: no item, comment or start of the section.
func isText(trimmed string) bool {
	return trimmed != "" && trimmed[0] != '-' && trimmed[0] != '#' && !startsTools(trimmed)
}

// codeFence follows the fences of code blocks.
type codeFence struct {
	fence string // the run of characters that opened the block, or ""
}

func (c *codeFence) open() bool { return c.fence != "" }

// feed takes a line and reports whether it belongs to a code block, fences
// included.
func (c *codeFence) feed(trimmed string) bool {
	run := fenceRun(trimmed)
	switch {
	case c.fence == "":
		if run == "" || run[0] == '`' && strings.Contains(trimmed[len(run):], "`") {
			return false
		}
		c.fence = run
	case len(run) >= len(c.fence) && run[0] == c.fence[0] && len(run) == len(trimmed):
		c.fence = ""
	}
	return true
}

// fenceRun is the run of at least three backticks or tildes a line begins
// with, or "".
func fenceRun(trimmed string) string {
	for _, mark := range []string{"`", "~"} {
		if n := len(trimmed) - len(strings.TrimLeft(trimmed, mark)); n >= 3 {
			return trimmed[:n]
		}
	}
	return ""
}
