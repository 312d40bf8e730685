package parse

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// codeSpans keeps the parser of code spans from looking for the same closing
// run of backticks again and again, which takes minutes on hostile text: when
// none of that length follows in a block, none follows any later place of it.
type codeSpans struct {
	parser.InlineParser
	key parser.ContextKey
}

// unclosed are the lengths of runs that nothing closes in a block.
type unclosed struct {
	block   ast.Node
	lengths map[int]bool
}

func newCodeSpans() *codeSpans {
	return &codeSpans{InlineParser: parser.NewCodeSpanParser(), key: parser.NewContextKey()}
}

// Parse implements parser.InlineParser.
func (c *codeSpans) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	n := 0
	for n < len(line) && line[n] == '`' {
		n++
	}
	known, _ := pc.Get(c.key).(*unclosed)
	if known != nil && known.block == parent && known.lengths[n] {
		block.Advance(n)
		return ast.NewTextSegment(segment.WithStop(segment.Start + n))
	}
	node := c.InlineParser.Parse(parent, block, pc)
	if _, isText := node.(*ast.Text); isText {
		if known == nil || known.block != parent {
			known = &unclosed{block: parent, lengths: map[int]bool{}}
			pc.Set(c.key, known)
		}
		known.lengths[n] = true
	}
	return node
}
