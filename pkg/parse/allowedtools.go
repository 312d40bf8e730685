package parse

import (
	"strings"
)

// ParseAllowedTools reads a value of allowed-tools from the file that lines
// index. A list has one token an item; a text is split at blanks and commas
// that stand outside of parentheses. A token is a name, with a specifier in
// parentheses behind it or none; parentheses nest, quotes are not special.
// This is the union of what clients read; tokens that do not fit are kept and
// reported under path. A nil value has no tokens.
func ParseAllowedTools(v *Value, lines *Lines, path string) ([]AllowedTool, []Diagnostic) {
	if v == nil || v.Kind == Null {
		return nil, nil
	}
	p := &toolList{report: report{path: path, lines: lines}}
	switch v.Kind {
	case Scalar:
		p.split(v)
	case Sequence:
		for _, item := range v.Items {
			p.item(item)
		}
	default:
		p.add(RuleFieldType, v.Span.Start.Offset, v.Span.End.Offset, "allowed-tools is a mapping").
			Hint = "write the tools on one line, separated by blanks"
	}
	return p.tools, p.sorted()
}

type toolList struct {
	report
	tools []AllowedTool
}

// item reads one item of a list. WebFetch(domain: x) is a mapping to YAML and
// a token to its author.
func (p *toolList) item(v *Value) {
	start, end := v.Span.Start.Offset, v.Span.End.Offset
	switch v.Kind {
	case Scalar:
		p.token(strings.TrimSpace(v.Text), start, end)
	case Mapping:
		raw := string(p.lines.text[start:end])
		if strings.IndexByte(raw, '(') > 0 && strings.HasSuffix(raw, ")") && !strings.ContainsAny(raw, "\r\n") {
			p.add(RuleAllowedTools, start, end, "%s is read as a mapping because of its colon", raw).
				Hint = "quote it"
			p.token(raw, start, end)
			return
		}
		p.add(RuleAllowedTools, start, end, "an item of allowed-tools is a mapping").Hint = "write the name of a tool"
	case Sequence:
		p.add(RuleAllowedTools, start, end, "an item of allowed-tools is a list").Hint = "write the name of a tool"
	case Null:
	}
}

// split reads the tokens of a text.
func (p *toolList) split(v *Value) {
	from := v.Span.Start.Offset
	depth, start := 0, 0
	flush := func(end int) {
		if raw := v.Text[start:end]; raw != "" {
			s, e := p.locate(raw, from, v)
			from = max(from, e)
			p.token(raw, s, e)
		}
		start = end + 1
	}
	for i, c := range []byte(v.Text) {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth = max(depth-1, 0)
		case depth == 0 && (c == ',' || isBlankOrBreak(c)):
			flush(i)
		}
	}
	flush(len(v.Text))
}

// locate finds a token in the source of its value. Where the value's text is
// not its source, because of folded lines or escapes, it is the whole value.
func (p *toolList) locate(raw string, from int, v *Value) (start, end int) {
	if at := strings.Index(string(p.lines.text[from:v.Span.End.Offset]), raw); at >= 0 {
		return from + at, from + at + len(raw)
	}
	return v.Span.Start.Offset, v.Span.End.Offset
}

// token reads one token whose source is from start to end.
func (p *toolList) token(raw string, start, end int) {
	if raw == "" {
		return
	}
	t := AllowedTool{Tool: raw, Raw: raw, Span: p.lines.Span(start, end)}
	open := strings.IndexByte(raw, '(')
	if open >= 0 {
		t.Tool = raw[:open]
		t.Specifier = raw[open+1:]
		last := closing(raw, open)
		switch {
		case last < 0:
			at := min(start+open, end)
			p.add(RuleAllowedTools, at, min(at+1, end), "( is not closed").Hint = "write ) behind the pattern"
		case last < len(raw)-1:
			t.Specifier = raw[open+1 : last]
			p.add(RuleAllowedTools, start, end, "%q follows the ) of %s", raw[last+1:], t.Tool).
				Hint = "separate tools by a blank"
		default:
			t.Specifier = raw[open+1 : last]
		}
	}
	if !isToolName(t.Tool) {
		p.add(RuleAllowedTools, start, end, "%q is not the name of a tool", t.Tool).
			Hint = "write a name such as Read or mcp__server__tool, a pattern in parentheses behind it"
	}
	p.tools = append(p.tools, t)
}

// closing is the offset of the parenthesis that closes the one at open, or -1.
func closing(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// isToolName reports whether a client could know the name: letters, digits,
// and the marks that clients use in names, paths and wildcards of tools.
func isToolName(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '*':
		case i > 0 && (c >= '0' && c <= '9' || c == '-' || c == '.' || c == '/' || c == ':'):
		default:
			return false
		}
	}
	return name != ""
}
