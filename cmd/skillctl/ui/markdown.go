package ui

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/skillctl/skillctl/internal/escape"
)

// minTextWidth is the width in cells below which nested text is not narrowed.
const minTextWidth = 20

// Markdown renders a Markdown text for a terminal of width cells: headings,
// paragraphs, lists, task boxes, tables, quotes, code, links and images. Every
// piece of text is escaped after Markdown was read, so that a character
// reference cannot bring a control character back. Code is not wrapped.
func Markdown(w io.Writer, source string, width int, theme *Theme) error {
	src := []byte(source)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(src))
	m := &markdown{out: bufio.NewWriter(w), src: src, theme: theme, width: width}
	m.blocks(doc, "", "", false)
	return m.out.Flush()
}

// markdown is one rendering.
type markdown struct {
	out   *bufio.Writer
	src   []byte
	theme *Theme
	width int
	blank bool   // a blank line is due before the next line
	gap   string // the prefix of that blank line
	begun bool   // something was written
}

// line writes one line behind its prefix.
func (m *markdown) line(prefix, s string) {
	if m.blank && m.begun {
		m.write(strings.TrimRight(m.gap, " ") + "\n")
	}
	m.blank, m.begun = false, true
	if s == "" {
		prefix = strings.TrimRight(prefix, " ")
	}
	m.write(prefix)
	m.write(s)
	m.write("\n")
}

func (m *markdown) write(s string) {
	m.out.WriteString(s) //nolint:errcheck // bufio keeps the error for Flush
}

// room is the width left behind a prefix.
func (m *markdown) room(prefix string) int {
	return max(m.width-Width(prefix), minTextWidth)
}

// blocks renders the children of a block. The first line of the first one
// stands behind first, all others behind rest. In a tight list no blank lines
// separate them.
func (m *markdown) blocks(parent ast.Node, first, rest string, tight bool) {
	if parent.FirstChild() == nil && strings.TrimSpace(first) != strings.TrimSpace(rest) {
		m.line(strings.TrimRight(first, " "), "")
	}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		m.block(n, first, rest)
		m.blank, m.gap = !tight, rest
		first = rest
	}
}

func (m *markdown) block(n ast.Node, first, rest string) {
	switch n := n.(type) {
	case *ast.Heading:
		m.heading(n, first, rest)
	case *ast.List:
		m.list(n, first, rest)
	case *ast.Blockquote:
		m.blocks(n, first+"│ ", rest+"│ ", false)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		m.code(n, first, rest)
	case *ast.HTMLBlock:
		m.html(n, first, rest)
	case *ast.ThematicBreak:
		m.line(first, m.theme.Faint(strings.Repeat("─", min(m.room(rest), 40))))
	case *east.Table:
		m.table(n, first, rest)
	default:
		m.paragraph(n, first, rest)
	}
}

func (m *markdown) paragraph(n ast.Node, first, rest string) {
	var l inline
	m.inlines(&l, n, 0)
	m.wrapped(&l, first, rest)
}

func (m *markdown) wrapped(l *inline, first, rest string) {
	for _, s := range l.wrap(m.room(rest), m.theme) {
		m.line(first, s)
		first = rest
	}
}

// heading keeps its number signs, so that the outline is there without color.
func (m *markdown) heading(n *ast.Heading, first, rest string) {
	mark := strings.Repeat("#", n.Level) + " "
	var l inline
	m.inlines(&l, n, lookBold)
	for _, s := range l.wrap(m.room(rest)-len(mark), m.theme) {
		m.line(first, m.theme.Faint(mark)+s)
		first, mark = rest, strings.Repeat(" ", len(mark))
	}
}

func (m *markdown) list(n *ast.List, first, rest string) {
	number, digits := n.Start, len(strconv.Itoa(n.Start+n.ChildCount()-1))
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		bullet := "• "
		if n.IsOrdered() {
			bullet = padLeft(strconv.Itoa(number), digits) + string(rune(n.Marker)) + " "
			number++
		}
		m.blocks(item, first+bullet, rest+strings.Repeat(" ", Width(bullet)), n.IsTight)
		m.blank, m.gap = !n.IsTight, rest
		first = rest
	}
}

// code renders a code block, four blanks in, as it stands.
func (m *markdown) code(n ast.Node, first, rest string) {
	const indent = "    "
	lines := n.Lines()
	if lines.Len() == 0 {
		m.line(first+indent, "")
	}
	for i := range lines.Len() {
		segment := lines.At(i)
		m.line(first+indent, m.theme.apply(untab(string(segment.Value(m.src))), lookCode))
		first = rest
	}
}

// html renders HTML line by line: tags and comments step back, but what stands
// between them is text for agents and people.
func (m *markdown) html(n *ast.HTMLBlock, first, rest string) {
	var lines []string
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		lines = append(lines, untab(string(segment.Value(m.src))))
	}
	if n.HasClosure() {
		lines = append(lines, untab(string(n.ClosureLine.Value(m.src))))
	}
	for _, text := range lines {
		how := look(0)
		if strings.HasPrefix(strings.TrimSpace(text), "<") {
			how = lookFaint
		}
		var l inline
		l.add(text, how)
		m.wrapped(&l, first, rest)
		first = rest
	}
}

// untab is a line of verbatim text: without its end, tabs as four blanks,
// escaped.
func untab(s string) string {
	return escape.Visible(strings.ReplaceAll(strings.TrimRight(s, "\r\n"), "\t", "    "))
}
