package parse

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// parseJSON5 reads JSON as people write it on one line of YAML: comments, bare
// keys, single quotes and trailing commas are allowed. All values get the same
// span, that of the text.
func parseJSON5(text string, span Span) (*Value, error) {
	p := &json5{text: text, span: span}
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.at < len(p.text) {
		return nil, fmt.Errorf("unexpected %q behind the value", p.rest())
	}
	return v, nil
}

type json5 struct {
	text string
	at   int
	span Span
}

// rest is what stands at the present place, cut short.
func (p *json5) rest() string {
	rest := p.text[p.at:]
	if len(rest) > 12 {
		rest = rest[:12]
	}
	return strings.ToValidUTF8(rest, "")
}

// space moves over white space and comments.
func (p *json5) space() {
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		switch {
		case isBlankOrBreak(rest[0]):
			p.at++
		case strings.HasPrefix(rest, "//"):
			p.skipTo("\n")
		case strings.HasPrefix(rest, "/*"):
			p.skipTo("*/")
		default:
			return
		}
	}
}

func (p *json5) skipTo(mark string) {
	i := strings.Index(p.text[p.at:], mark)
	if i < 0 {
		p.at = len(p.text)
		return
	}
	p.at += i + len(mark)
}

func (p *json5) value(depth int) (*Value, error) {
	p.space()
	switch {
	case depth > MaxYAMLDepth:
		return nil, errors.New("nested too deep")
	case p.at >= len(p.text):
		return nil, errors.New("text ends early")
	}
	switch p.text[p.at] {
	case '{':
		return p.collection(Mapping, '}', depth)
	case '[':
		return p.collection(Sequence, ']', depth)
	case '"', '\'':
		text, err := p.quoted()
		return &Value{Kind: Scalar, Style: DoubleQuoted, Tag: "str", Text: text, Span: p.span}, err
	}
	word := p.word()
	if word == "" {
		return nil, fmt.Errorf("unexpected %q", p.rest())
	}
	v := &Value{Kind: Scalar, Tag: resolveTag(word), Text: word, Span: p.span}
	if v.Tag == "null" {
		v.Kind = Null
	}
	return v, nil
}

func (p *json5) collection(kind Kind, end byte, depth int) (*Value, error) {
	v := &Value{Kind: kind, Style: Flow, Span: p.span}
	for p.at++; ; {
		p.space()
		if p.at < len(p.text) && p.text[p.at] == end {
			p.at++
			return v, nil
		}
		if err := p.member(v, depth); err != nil {
			return nil, err
		}
		p.space()
		switch {
		case p.at >= len(p.text):
			return nil, fmt.Errorf("%c is missing", end)
		case p.text[p.at] == ',':
			p.at++
		case p.text[p.at] != end:
			return nil, fmt.Errorf("unexpected %q", p.rest())
		}
	}
}

// member reads an item of a list, or a key with its value.
func (p *json5) member(v *Value, depth int) error {
	var key string
	if v.Kind == Mapping {
		var err error
		if key, err = p.key(); err != nil {
			return err
		}
	}
	item, err := p.value(depth + 1)
	if err != nil {
		return err
	}
	if v.Kind == Mapping {
		v.Entries = append(v.Entries, Entry{Key: key, KeySpan: p.span, Value: item})
	} else {
		v.Items = append(v.Items, item)
	}
	return nil
}

func (p *json5) key() (key string, err error) {
	switch {
	case p.at >= len(p.text):
		return "", errors.New("} is missing")
	case p.text[p.at] == '"' || p.text[p.at] == '\'':
		key, err = p.quoted()
	default:
		key = p.word()
	}
	p.space()
	if err == nil && (p.at >= len(p.text) || p.text[p.at] != ':') {
		err = fmt.Errorf("no colon behind key %q", key)
	}
	p.at++
	return key, err
}

// word is a run of characters that have no meaning in JSON.
func (p *json5) word() string {
	start := p.at
	for p.at < len(p.text) && !isBlankOrBreak(p.text[p.at]) && strings.IndexByte(`,:[]{}"'`, p.text[p.at]) < 0 {
		p.at++
	}
	return p.text[start:p.at]
}

func (p *json5) quoted() (string, error) {
	quote := p.text[p.at]
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == quote:
			p.at++
			return b.String(), nil
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			p.escape(&b)
		default:
			b.WriteByte(c)
		}
	}
	return "", fmt.Errorf("%c is not closed", quote)
}

// escape writes what the escape at the present place stands for, and stops at
// its last byte.
func (p *json5) escape(b *strings.Builder) {
	switch c := p.text[p.at]; c {
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'u':
		v := hexValue([]byte(p.text[p.at+1:]), 4)
		if v < 0 {
			b.WriteByte('u')
			return
		}
		p.at += 4
		if low := lowHalf([]byte(p.text[p.at+1:])); v >= 0xd800 && v < 0xdc00 && low >= 0 {
			p.at += 6
			v = 0x10000 + (v-0xd800)<<10 + (low - 0xdc00)
		} else if utf16Half(v) {
			v = utf8.RuneError
		}
		b.WriteRune(v)
	default:
		b.WriteByte(c)
	}
}
