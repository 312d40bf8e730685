package parse

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// document reads the YAML in src[base:end].
type document struct {
	r         *report
	src       []byte
	base, end int

	starts  []int // offsets in src of the lines as the YAML library counts them
	anchors map[*yaml.Node]*Value
	sizes   map[*Value]int // values below, aliases expanded
	flow    int            // depth of flow collections around the present node
	limited bool           // a limit was reported

	standIns bool // values contain stand-ins, see sanitize
}

// parse returns the value and whether the text is valid YAML. A value that is
// not valid was recovered key by key.
func (d *document) parse() (*Value, bool) {
	before := len(d.r.list)
	v, refused, err := d.read()
	switch {
	case err != nil:
		d.r.list = d.r.list[:before]
		return d.keyByKey(), false
	case v == nil:
		return nil, !refused
	case d.looksLikeKeys(v), d.secondDocument():
		d.r.list = d.r.list[:before]
		return d.keyByKey(), false
	}
	return v, !refused
}

// read reads valid YAML; refused says that other readers do not take it all.
func (d *document) read() (v *Value, refused bool, err error) {
	if v := d.quick(); v != nil {
		return v, false, nil
	}
	return d.readFull()
}

// readFull is read for any YAML.
func (d *document) readFull() (v *Value, refused bool, err error) {
	text, refused := d.sanitize()
	node, err := decodeYAML(text)
	if err != nil || node == nil {
		return nil, refused, err
	}
	return d.tree(node), refused, nil
}

// looksLikeKeys reports whether a text is one plain scalar only because no
// blank stands behind its colons.
func (d *document) looksLikeKeys(v *Value) bool {
	if v.Kind != Scalar || v.Style != Plain {
		return false
	}
	for _, c := range d.chunks() {
		if c.fused || c.fullwidth {
			return true
		}
	}
	return false
}

// secondDocument reports a line that ends the YAML before the text ends.
func (d *document) secondDocument() bool {
	content, mark := false, -1
	for at := d.base; at < d.end; {
		end, next := lineAt(d.src[:d.end], at)
		switch line := bytes.TrimSpace(d.src[at:end]); {
		case len(line) == 0 || line[0] == '#' || line[0] == '%' && !content:
		case !isDocumentMark(d.src[at:end]):
			content = true
			if mark >= 0 {
				d.r.add(RuleYAMLSyntax, mark, mark+3, "%s ends the YAML; what follows is not read", d.src[mark:mark+3]).
					Hint = "delete the line"
				return true
			}
		case content:
			mark = at
		default:
			content = len(line) > 3
		}
		at = next
	}
	return false
}

// isDocumentMark reports whether a line ends a YAML document or starts one.
func isDocumentMark(line []byte) bool {
	return len(line) >= 3 && (string(line[:3]) == "..." || string(line[:3]) == "---") && (len(line) == 3 || isBlankOrBreak(line[3]))
}

// tree converts the library's nodes.
func (d *document) tree(node *yaml.Node) *Value {
	d.index()
	d.anchors, d.sizes = map[*yaml.Node]*Value{}, map[*Value]int{}
	return d.value(node, 0, d.base)
}

// index finds the lines of the text.
func (d *document) index() {
	d.starts = append(d.starts[:0], d.base)
	for at := d.base; at < d.end; {
		_, at = lineAt(d.src[:d.end], at)
		d.starts = append(d.starts, at)
	}
}

// offset is the place in src of a line and column of the library's.
func (d *document) offset(n *yaml.Node, fallback int) int {
	if n.Line < 1 || n.Line > len(d.starts) {
		return fallback
	}
	at := d.starts[n.Line-1]
	for col := n.Column; col > 1 && at < d.end; col-- {
		if d.src[at] < 0x80 {
			at++
			continue
		}
		for at++; at < d.end && d.src[at]&0xc0 == 0x80; at++ {
		}
	}
	return at
}

// value converts one node; parent is the column-0 based indentation of the
// collection around it in characters, from is where the node can begin at the
// earliest.
func (d *document) value(n *yaml.Node, depth, from int) *Value {
	start := max(d.offset(n, from), from)
	v := &Value{}
	if depth > MaxYAMLDepth {
		d.limit(RuleYAMLTooDeep, start, "values nest deeper than %d levels", MaxYAMLDepth)
		v.Span = d.span(start, start)
		return v
	}
	if n.Kind == yaml.AliasNode {
		d.alias(v, n, start)
		return v
	}
	content := d.properties(v, n, start)
	switch n.Kind {
	case yaml.MappingNode:
		d.mapping(v, n, depth, start, content)
	case yaml.SequenceNode:
		d.sequence(v, n, depth, start, content)
	default:
		d.scalar(v, n, start, content)
	}
	d.anchors[n] = v
	return v
}

// properties reads an anchor and a tag in front of a value and returns where
// the value itself begins.
func (d *document) properties(v *Value, n *yaml.Node, start int) int {
	at := start
	for at < d.end && (d.src[at] == '&' || d.src[at] == '!') {
		end := at
		for end < d.end && !isBlankOrBreak(d.src[end]) {
			end++
		}
		if d.src[at] == '&' {
			v.Anchor = n.Anchor
			d.r.add(RuleAnchor, at, end, "anchor &%s; some readers refuse anchors", n.Anchor).
				Hint = "write the value out"
		} else {
			v.Tag = n.Tag
			d.r.add(RuleTag, at, end, "tag %s; some readers refuse tags", d.src[at:end]).
				Hint = "write the value without a tag"
		}
		at = d.skipSpace(end)
	}
	return at
}

// skipSpace moves over blanks, line ends and comments.
func (d *document) skipSpace(at int) int {
	for at < d.end {
		switch {
		case isBlankOrBreak(d.src[at]):
			at++
		case d.src[at] == '#' && at > d.base && isBlankOrBreak(d.src[at-1]):
			at, _ = lineAt(d.src[:d.end], at)
		default:
			return at
		}
	}
	return at
}

func isBlankOrBreak(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (d *document) alias(v *Value, n *yaml.Node, start int) {
	v.Alias = n.Value
	end := min(start+1+len(n.Value), d.end)
	v.Span = d.span(start, end)
	d.r.add(RuleAlias, start, end, "alias *%s; some readers refuse aliases", n.Value).
		Hint = "write the value out"
	target, done := d.anchors[n.Alias]
	if !done {
		d.limit(RuleYAMLExpansion, start, "alias *%s stands inside the value it names", n.Value)
		return
	}
	v.Kind, v.Style, v.Text, v.Tag = target.Kind, target.Style, target.Text, target.Tag
	if size := d.sizes[target]; size > MaxYAMLNodes {
		d.limit(RuleYAMLExpansion, start, "aliases expand to more than %d values", MaxYAMLNodes)
		return
	}
	v.Items, v.Entries = target.Items, target.Entries
	d.sizes[v] = d.sizes[target]
}

// limit reports that reading stops short, once a document.
func (d *document) limit(rule string, at int, format string, args ...any) {
	if !d.limited {
		d.limited = true
		d.r.add(rule, at, at, format, args...).Hint = "write plain keys and values"
	}
}

func (d *document) span(start, end int) Span { return d.r.lines.Span(start, max(start, end)) }

func (d *document) mapping(v *Value, n *yaml.Node, depth, start, at int) {
	v.Kind, v.Style = Mapping, Block
	d.enter(v, n, at)
	end := at
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := d.value(n.Content[i], depth+1, end)
		val := d.value(n.Content[i+1], depth+1, key.Span.End.Offset)
		if val.Kind == Null && val.Text == "" && val.Alias == "" {
			at := d.afterColon(key.Span.End.Offset)
			val.Span = d.span(at, at)
		}
		end = max(val.Span.End.Offset, key.Span.End.Offset)
		d.entry(v, key, val)
		d.sizes[v] += 2 + d.sizes[key] + d.sizes[val]
	}
	v.Span = d.span(start, d.leave(v, end))
	d.duplicates(v)
}

// afterColon is the place behind the colon of a key that ends at offset at.
func (d *document) afterColon(at int) int {
	if next := d.skipSpace(at); next < d.end && d.src[next] == ':' {
		return next + 1
	}
	return at
}

// entry adds a key with its value, and says what is odd about the key.
func (d *document) entry(v, key, val *Value) {
	e := Entry{Key: key.Text, KeySpan: key.Span, Value: val}
	start, end := key.Span.Start.Offset, key.Span.End.Offset
	switch {
	case key.Kind == Mapping || key.Kind == Sequence:
		e.Key = string(d.src[start:end])
		d.r.add(RuleNonStringKey, start, end, "a collection as key").Hint = "use a word as key"
	case key.Text == "<<" && key.Style == Plain:
		d.r.add(RuleAlias, start, end, "merge key <<; some readers refuse it").Hint = "write the keys out"
	case key.Tag != "str":
		d.r.add(RuleNonStringKey, start, end, "key %s is read as %s by some clients", e.Key, key.Tag).
			Hint = "quote the key"
	}
	v.Entries = append(v.Entries, e)
}

// duplicates reports the keys that stand twice in a mapping.
func (d *document) duplicates(v *Value) {
	if len(v.Entries) <= 8 {
		d.fewDuplicates(v)
		return
	}
	seen := make(map[string]Span, len(v.Entries))
	for _, e := range v.Entries {
		if first, twice := seen[e.Key]; twice {
			d.duplicate(e, first)
			continue
		}
		seen[e.Key] = e.KeySpan
	}
}

// fewDuplicates is duplicates for so few keys that a map costs more.
func (d *document) fewDuplicates(v *Value) {
	for i, e := range v.Entries {
		for _, first := range v.Entries[:i] {
			if first.Key == e.Key {
				d.duplicate(e, first.KeySpan)
				break
			}
		}
	}
}

func (d *document) duplicate(e Entry, first Span) {
	d.r.add(RuleDuplicateKey, e.KeySpan.Start.Offset, e.KeySpan.End.Offset,
		"key %q stands twice, first in line %d; some clients refuse the file, the others read this one", e.Key, first.Start.Line).
		Hint = "delete one of them"
}

func (d *document) sequence(v *Value, n *yaml.Node, depth, start, at int) {
	v.Kind, v.Style = Sequence, Block
	d.enter(v, n, at)
	end := at
	for _, item := range n.Content {
		i := d.value(item, depth+1, end)
		end = max(end, i.Span.End.Offset)
		v.Items = append(v.Items, i)
		d.sizes[v] += 1 + d.sizes[i]
	}
	v.Span = d.span(start, d.leave(v, end))
}

// enter notes that a flow collection begins and reports the outermost one.
func (d *document) enter(v *Value, n *yaml.Node, at int) {
	if n.Style&yaml.FlowStyle == 0 {
		return
	}
	v.Style = Flow
	if d.flow++; d.flow == 1 {
		d.r.add(RuleFlow, at, min(at+1, d.end), "flow collection; some readers refuse %c", d.src[min(at, d.end-1)]).
			Hint = "write one item a line"
	}
}

// leave is where a collection ends whose last child ends at offset end.
func (d *document) leave(v *Value, end int) int {
	if v.Style != Flow {
		return end
	}
	d.flow--
	for at := d.skipSpace(end); at < d.end; at = d.skipSpace(at + 1) {
		switch d.src[at] {
		case ']', '}':
			return at + 1
		case ',', '[', '{', ':':
		default:
			return end
		}
	}
	return end
}

func (d *document) scalar(v *Value, n *yaml.Node, start, at int) {
	v.Kind, v.Text = Scalar, d.restore(n.Value)
	var end int
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		v.Style, end = DoubleQuoted, quoteEnd(d.src, at, d.end, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		v.Style, end = SingleQuoted, quoteEnd(d.src, at, d.end, '\'')
	case n.Style&yaml.LiteralStyle != 0:
		v.Style, end = Literal, d.blockEnd(at)
		d.oddBlock(at, end)
	case n.Style&yaml.FoldedStyle != 0:
		v.Style, end = Folded, d.blockEnd(at)
		d.oddBlock(at, end)
	default:
		end = d.plainEnd(at, v.Text)
	}
	if v.Tag == "" {
		v.Tag = "str"
		if v.Style == Plain {
			v.Tag = resolveTag(v.Text)
		}
	}
	if v.Tag == "null" {
		v.Kind = Null
	}
	v.Span = d.span(start, end)
}
