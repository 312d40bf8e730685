package parse

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdownParser is CommonMark with tables, in whose cells code and links
// are told apart by bars. The parser is safe for concurrent use.
var markdownParser = sync.OnceValue(func() parser.Parser {
	inline := parser.DefaultInlineParsers()
	for i, p := range inline {
		if p.Value == parser.NewCodeSpanParser() {
			inline[i].Value = newCodeSpans()
		}
	}
	p := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
	return goldmark.New(goldmark.WithParser(p), goldmark.WithExtensions(extension.Table)).Parser()
})

// indexer walks the syntax tree of src[start:].
type indexer struct {
	src   []byte // the part that is indexed
	tame  []byte // what is parsed of it, see TameMarkdown
	start int    // its offset in the file
	lines *Lines
	slugs slugger
	out   *Markdown
}

func indexMarkdown(src []byte, start int, lines *Lines) *Markdown {
	x := &indexer{src: src[start:], start: start, lines: lines, slugs: slugger{}, out: &Markdown{}}
	if len(x.src) > MaxMarkdownBytes {
		cut := bytes.LastIndexByte(x.src[:MaxMarkdownBytes], '\n') + 1
		x.src = x.src[:cut]
	}
	x.tame = TameMarkdown(x.src)
	root := markdownParser().Parse(text.NewReader(x.tame))
	// The walker returns no error, so Walk cannot.
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			return x.node(n), nil
		}
		return ast.WalkContinue, nil
	})
	return x.out
}

func (x *indexer) span(start, end int) Span {
	return x.lines.Span(x.start+start, x.start+max(start, end))
}

func (x *indexer) node(n ast.Node) ast.WalkStatus {
	switch n := n.(type) {
	case *ast.Heading:
		x.heading(n)
	case *ast.Link:
		kind := InlineLink
		if n.Reference != nil {
			kind = Reference
		}
		x.link(n, kind, n.Destination, n.Reference)
	case *ast.Image:
		x.link(n, Image, n.Destination, n.Reference)
	case *ast.AutoLink:
		x.autolink(n)
	case *ast.LinkReferenceDefinition:
		x.definition(n)
	case *ast.CodeSpan:
		x.codeSpan(n)
		return ast.WalkSkipChildren
	case *ast.FencedCodeBlock:
		info := ""
		if n.Info != nil {
			info = string(n.Info.Segment.Value(x.src))
		}
		x.codeBlock(n.Lines(), info, n.Pos(), true)
	case *ast.CodeBlock:
		x.codeBlock(n.Lines(), "", n.Pos(), false)
	case *ast.HTMLBlock:
		start, end := bounds(n.Lines())
		if n.HasClosure() {
			end = max(end, n.ClosureLine.Stop)
			if start < 0 {
				start = n.ClosureLine.Start
			}
		}
		x.html(start, end)
	case *ast.RawHTML:
		x.html(bounds(n.Segments))
	}
	return ast.WalkContinue
}

// bounds are the offsets that enclose some segments; start is -1 without any.
func bounds(s *text.Segments) (start, end int) {
	if s.Len() == 0 {
		return -1, -1
	}
	return s.At(0).Start, s.At(s.Len() - 1).Stop
}

func (x *indexer) heading(n *ast.Heading) {
	start, end := bounds(n.Lines())
	if start < 0 {
		start, end = n.Pos(), n.Pos()
	}
	for end > start && isBlankOrBreak(x.src[end-1]) {
		end--
	}
	words := x.plain(n)
	x.out.Headings = append(x.out.Headings, Heading{
		Level: n.Level, Text: words, Slug: x.slugs.slug(words), Span: x.span(start, end),
	})
}

// plain is the text of a node without markup.
func (x *indexer) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch c := c.(type) {
		case *ast.Text:
			value := c.Segment.Value(x.src)
			if !c.IsRaw() {
				value = resolve(value)
			}
			b.Write(value)
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.AutoLink:
			b.Write(c.Label(x.src))
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// resolve replaces escapes and entities.
func resolve(b []byte) []byte {
	if bytes.IndexByte(b, '\\') >= 0 {
		b = util.UnescapePunctuations(b)
	}
	if bytes.IndexByte(b, '&') >= 0 {
		b = util.ResolveEntityNames(util.ResolveNumericReferences(b))
	}
	return b
}

func (x *indexer) link(n ast.Node, kind LinkKind, destination []byte, ref *ast.ReferenceLink) {
	start := max(n.Pos(), 0)
	l := Link{Kind: kind, Destination: string(resolve(destination)), Text: x.plain(n)}
	at := x.within(destination)
	var end int
	if ref == nil && at >= 0 {
		end = x.linkEnd(at + len(destination))
	} else {
		end = x.labelEnd(n, start, ref)
	}
	l.Span = x.span(start, end)
	l.DestinationSpan = l.Span
	if at >= 0 {
		l.DestinationSpan = x.span(at, at+len(destination))
	}
	x.out.Links = append(x.out.Links, l)
}

// within is the offset in the text of a part of it, or -1 for bytes that are
// a copy: the parser hands out slices of its input.
func (x *indexer) within(part []byte) int {
	at := cap(x.tame) - cap(part)
	if len(part) == 0 || at < 0 || at+len(part) > len(x.tame) || &x.tame[at] != &part[0] {
		return -1
	}
	return at
}

// linkEnd is the place behind the parenthesis that closes a link, found from
// the end of its destination: a title may stand between.
func (x *indexer) linkEnd(at int) int {
	if at < len(x.src) && x.src[at] == '>' {
		at++
	}
	quote := byte(0)
	for ; at < len(x.src); at++ {
		switch c := x.src[at]; {
		case c == '\\':
			at++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			quote = ')'
		case c == ')':
			return at + 1
		}
	}
	return len(x.src)
}

// labelEnd is the place behind the brackets of a link whose destination
// stands elsewhere or is empty.
func (x *indexer) labelEnd(n ast.Node, start int, ref *ast.ReferenceLink) int {
	at := start + 1
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := c.(*ast.Text); ok && entering {
			at = max(at, t.Segment.Stop)
		}
		return ast.WalkContinue, nil
	})
	at = x.behind(at, ']')
	switch {
	case ref == nil:
		return x.behind(at, ')')
	case ref.Type == ast.ReferenceLinkShortcut:
		return at
	}
	return x.behind(at, ']')
}

// behind is the place behind the next mark, or at itself without one.
func (x *indexer) behind(at int, mark byte) int {
	if i := bytes.IndexByte(x.src[min(at, len(x.src)):], mark); i >= 0 {
		return at + i + 1
	}
	return at
}

func (x *indexer) autolink(n *ast.AutoLink) {
	start := max(n.Pos(), 0)
	label := n.Label(x.src)
	if at := x.within(label); at >= 0 {
		start = at
	}
	span := x.span(start, start+len(label))
	x.out.Links = append(x.out.Links, Link{
		Kind: Autolink, Destination: string(n.URL(x.src)), Text: string(label), Span: span, DestinationSpan: span,
	})
}

func (x *indexer) definition(n *ast.LinkReferenceDefinition) {
	start, end := bounds(n.Lines())
	if start < 0 {
		return
	}
	l := Link{Kind: Definition, Destination: string(resolve(n.Destination)), Text: string(n.Label), Span: x.span(start, end)}
	l.DestinationSpan = l.Span
	if at := x.within(n.Destination); at >= 0 {
		l.DestinationSpan = x.span(at, at+len(n.Destination))
	}
	x.out.Links = append(x.out.Links, l)
}

func (x *indexer) codeSpan(n *ast.CodeSpan) {
	start, end := -1, -1
	var b []byte // of a span in one line, a part of src
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		if !ok {
			continue
		}
		value := t.Segment.Value(x.src)
		if start < 0 {
			start, b = t.Segment.Start, slices.Clip(value)
		} else {
			b = append(b, value...)
		}
		end = t.Segment.Stop
	}
	if start < 0 {
		return
	}
	x.out.CodeSpans = append(x.out.CodeSpans, CodeSpan{
		Text: oneLine(string(b)), Span: x.span(start, end),
	})
}

// oneLine turns line ends into blanks.
func oneLine(s string) string {
	if !strings.Contains(s, "\n") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", " "), "\n", " ")
}

func (x *indexer) codeBlock(lines *text.Segments, info string, pos int, fenced bool) {
	block := CodeBlock{Fenced: fenced, Info: info}
	start, end := bounds(lines)
	if start < 0 {
		start, end = max(pos, 0), max(pos, 0)
	}
	block.starts = make([]segment, 0, lines.Len())
	var b strings.Builder
	b.Grow(end - start)
	for i := range lines.Len() {
		s := lines.At(i)
		block.starts = append(block.starts, segment{text: b.Len() + s.Padding, source: x.start + s.Start})
		b.Write(s.Value(x.src))
	}
	block.Text, block.Span = b.String(), x.span(start, end)
	x.out.CodeBlocks = append(x.out.CodeBlocks, block)
}
