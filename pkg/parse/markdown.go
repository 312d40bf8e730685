package parse

import "strings"

// Markdown is the index of a text: where its headings, links, code and
// comments stand. Positions are those of the whole file.
type Markdown struct {
	Headings   []Heading
	Links      []Link
	CodeSpans  []CodeSpan
	CodeBlocks []CodeBlock
	Comments   []Comment // HTML comments
	Anchors    []Anchor  // ids and names of HTML elements
}

// Heading is a heading, with # or underlined.
type Heading struct {
	Level int    // 1 to 6
	Text  string // without markup
	// Slug is the fragment that leads to it on GitHub: lower case, without
	// punctuation, hyphens for blanks, -1, -2 and so on for repeated ones.
	Slug string
	Span Span // its text with markup, without # or underline
}

// LinkKind is the way a link is written.
type LinkKind uint8

// The kinds of links.
const (
	InlineLink LinkKind = iota // [text](destination)
	Image                      // ![text](destination) or ![text][label]
	Reference                  // [text][label], [label][] or [label]
	Autolink                   // <https://example.org>
	Definition                 // [label]: destination
)

// Link is a link, an image or the definition of a label.
type Link struct {
	Kind        LinkKind
	Destination string // as a reader follows it: escapes and entities resolved
	Text        string // without markup; the label of a definition
	Span        Span   // all of it
	// DestinationSpan is where the destination is written, for references in
	// the definition; when that cannot be told it is the span of the link.
	DestinationSpan Span
}

// CodeSpan is inline code.
type CodeSpan struct {
	Text string // between the backticks, one blank on either side removed
	Span Span   // of Text
}

// CodeBlock is fenced or indented code.
type CodeBlock struct {
	Fenced bool
	Info   string // what follows the opening fence, such as "bash title=x"
	Text   string // the lines, without the indentation of the block
	Span   Span   // from the first character of Text to the last
	starts []segment
}

// segment says that Text from offset text on stands at offset source.
type segment struct{ text, source int }

// Language is the first word of the info string, in lower case.
func (b CodeBlock) Language() string {
	if words := strings.Fields(b.Info); len(words) > 0 {
		return strings.ToLower(words[0])
	}
	return ""
}

// Offset is the byte offset in the file of the byte at offset i of Text.
func (b CodeBlock) Offset(i int) int {
	at := b.Span.Start.Offset
	for _, s := range b.starts {
		if s.text > i {
			break
		}
		at = s.source + i - s.text
	}
	return at
}

// Comment is an HTML comment.
type Comment struct {
	Text string // between <!-- and -->
	Span Span   // all of it
}

// Anchor is an HTML element that links can lead to.
type Anchor struct {
	Name string
	Span Span
}

// Fragment reports whether #name leads somewhere in the text: to a heading or
// to an anchor.
func (m *Markdown) Fragment(name string) bool {
	for _, h := range m.Headings {
		if h.Slug == name {
			return true
		}
	}
	for _, a := range m.Anchors {
		if a.Name == name {
			return true
		}
	}
	return false
}

// Markdown is the index of the body. Made once, when first asked for.
func (s *Skill) Markdown() *Markdown {
	return s.lazy.markdown.get(func() *Markdown {
		if s.Skip != nil && (s.Skip.Rule == RuleNotUTF8 || s.Skip.Rule == RuleUTF16 || s.Skip.Rule == RuleTooLarge) {
			return &Markdown{}
		}
		return indexMarkdown(s.Source, s.BodyStart, s.Lines)
	})
}

// ParseMarkdown indexes the text that begins at byte offset start of src; 0
// for a whole file. Of a text longer than [MaxMarkdownBytes] only the lines
// below that length are read.
func ParseMarkdown(src []byte, start int) *Markdown {
	return indexMarkdown(src, start, NewLines(src))
}
