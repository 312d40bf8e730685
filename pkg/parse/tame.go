package parse

import "bytes"

// Limits of one Markdown block. Parsers need time that grows with the square
// of a block's length or depth, which text made for it turns into minutes.
const (
	// MaxMarkdownLine is the longest line that is parsed, in bytes.
	MaxMarkdownLine = 16 << 10
	// MaxMarkdownBlock is how many bytes may follow each other without a blank
	// line.
	MaxMarkdownBlock = 32 << 10
	// MaxMarkdownMarks is how many quote and list marks a line may start with.
	MaxMarkdownMarks = 64
	// MaxMarkdownBrackets is how many opening brackets a block may hold: from
	// each of them a parser may read to the end in search of a link.
	MaxMarkdownBrackets = 512
	// MaxMarkdownEmphasis is how many asterisks and underscores a block may
	// hold: a parser may compare each of them with each.
	MaxMarkdownEmphasis = 2048
)

// TameMarkdown returns the text with blanks in place of what is beyond the
// limits of one block, so that parsing it takes time in proportion to its
// length; offsets stay. Text within the limits is returned as it is, without a
// copy.
func TameMarkdown(src []byte) []byte {
	out, sum := src, block{}
	for at := 0; at < len(src); {
		next := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := src[at:next]
		switch sum.add(line); {
		case len(line) > MaxMarkdownLine, marks(line) > MaxMarkdownMarks, sum.tooMuch() && !isCodeFence(line):
			if &out[0] == &src[0] {
				out = bytes.Clone(src)
			}
			blank(out[at:next])
			sum = block{}
		case len(line) <= 2 && len(bytes.TrimSpace(line)) == 0:
			sum = block{}
		}
		at = next
	}
	return out
}

// block is what the lines of a block hold, as far as it has limits.
type block struct{ bytes, brackets, emphasis int }

func (b *block) add(line []byte) {
	b.bytes += len(line)
	b.brackets += bytes.Count(line, []byte("["))
	b.emphasis += bytes.Count(line, []byte("*")) + bytes.Count(line, []byte("_"))
}

func (b *block) tooMuch() bool {
	return b.bytes > MaxMarkdownBlock || b.brackets > MaxMarkdownBrackets || b.emphasis > MaxMarkdownEmphasis
}

// isCodeFence reports a line without which code and text would change places.
func isCodeFence(line []byte) bool { return fenceRun(string(bytes.TrimSpace(line))) != "" }

// marks counts the quote and list marks that a line starts with.
func marks(line []byte) int {
	n := 0
	for i, c := range line {
		switch c {
		case '>':
			n++
		case '-', '*', '+', '.', ')':
			if i+1 < len(line) && isBlankOrBreak(line[i+1]) {
				n++
			}
		case ' ', '\t', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		default:
			return n
		}
	}
	return n
}

func blank(line []byte) {
	for i, c := range line {
		if c != '\n' && c != '\r' {
			line[i] = ' '
		}
	}
}
