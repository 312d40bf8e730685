package ui

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/skillctl/skillctl/internal/escape"
)

// inlines appends the inline children of n.
func (m *markdown) inlines(l *inline, n ast.Node, how look) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		m.inline(l, c, how)
	}
}

func (m *markdown) inline(l *inline, n ast.Node, how look) {
	switch n := n.(type) {
	case *ast.Text:
		m.text(l, n, how)
	case *ast.String:
		l.add(escape.Visible(string(n.Value)), how)
	case *ast.CodeSpan:
		l.add(m.verbatim(n), how|lookCode)
	case *ast.Emphasis:
		if n.Level == 1 {
			m.inlines(l, n, how|lookItalic)
		} else {
			m.inlines(l, n, how|lookBold)
		}
	case *ast.Link:
		m.link(l, n, how)
	case *ast.Image:
		l.add("[image: ", how|lookFaint)
		m.inlines(l, n, how)
		l.add("]", how|lookFaint)
		l.add(target(string(n.Destination)), how|lookFaint)
	case *ast.AutoLink:
		l.add(escape.Visible(string(n.Label(m.src))), how|lookLink)
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			l.add(escape.Visible(oneLine(string(s.Value(m.src)))), how|lookFaint)
		}
	case *east.TaskCheckBox:
		box := "[ ] "
		if n.IsChecked {
			box = "[x] "
		}
		l.add(box, how)
	default:
		m.inlines(l, n, how)
	}
}

func (m *markdown) text(l *inline, n *ast.Text, how look) {
	value := string(n.Segment.Value(m.src))
	if !n.IsRaw() {
		value = string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations([]byte(value)))))
	}
	l.add(escape.Visible(strings.ReplaceAll(value, "\t", " ")), how)
	switch {
	case n.HardLineBreak():
		l.add("\n", how)
	case n.SoftLineBreak():
		l.add(" ", how)
	}
}

// verbatim is the text of a code span; without color it keeps its backticks.
func (m *markdown) verbatim(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(m.src))
		}
	}
	s := escape.Visible(oneLine(b.String()))
	if !m.theme.colored {
		return "`" + s + "`"
	}
	return s
}

// link shows where a link leads, unless its text says so already or it leads
// to a place in the same document.
func (m *markdown) link(l *inline, n *ast.Link, how look) {
	before := l.text.Len()
	m.inlines(l, n, how|lookLink)
	shown, to := l.text.String()[before:], string(n.Destination)
	if shown != to && !strings.HasPrefix(to, "#") {
		l.add(target(to), how|lookFaint)
	}
}

// target is a link's destination in parentheses.
func target(destination string) string {
	return " (" + escape.Visible(destination) + ")"
}

// oneLine turns line ends and tabs into blanks.
func oneLine(s string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s)
}
