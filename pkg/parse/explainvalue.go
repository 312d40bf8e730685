package parse

import (
	"bytes"
	"strings"
)

// explainScalar looks at a value that goes to the end of a line or further.
func (d *document) explainScalar(p spot, end int) *fault {
	ch := d.src[p.first]
	switch ch {
	case '|', '>':
		return d.explainBlock(p, end)
	case '"', '\'':
		return d.explainQuote(p, end)
	case '[', '{':
		return d.explainBracket(p)
	}
	f := d.explainStart(p.first, end)
	if f == nil {
		f = d.explainColon(p.first, end)
	}
	if f == nil {
		return nil
	}
	if key := gluedKey(d.src[p.first:f.start]); f.rule == RuleYAMLColon && key != "" {
		f.hint = "write " + key + ": on a line of its own"
		return f // quotes would make it a part of this value
	}
	return d.suggest(f, p, "quote the value", d.quoting(p))
}

// gluedKey is the key of the specification that a text before a colon ends
// with when a sentence ends right before it, without a blank: the end of the
// line got lost, as translators lose it.
func gluedKey(text []byte) string {
	for _, key := range []string{"license", "compatibility", "allowed-tools"} {
		before, ok := bytes.CutSuffix(text, []byte(key))
		if !ok {
			continue
		}
		for _, end := range []string{".", "!", "?", "。", "！", "？"} {
			if bytes.HasSuffix(before, []byte(end)) {
				return key
			}
		}
	}
	return ""
}

// explainStart is about the first character of an unquoted text.
func (d *document) explainStart(at, end int) *fault {
	ch := d.src[at]
	switch ch {
	case '*':
		name := bytes.TrimRight(d.src[at+1:end], " \t")
		if len(name) > 0 && isKeyByte(name[0]) && !bytes.ContainsAny(name, " \t*") {
			return faultAt(RuleYAMLStart, at, at+1, "* starts a YAML alias, and nothing is called %s", name)
		}
		return faultAt(RuleYAMLStart, at, at+1, "* starts a YAML alias")
	case '@', '`', '%', ',', ']', '}':
		return faultAt(RuleYAMLStart, at, at+1, "%c cannot start an unquoted text", ch)
	case '&':
		return faultAt(RuleYAMLStart, at, at+1, "& starts a YAML anchor")
	case '!':
		return faultAt(RuleYAMLStart, at, at+1, "! starts a YAML tag")
	case '-', '?', ':':
		if at+1 < end && isBlankOrBreak(d.src[at+1]) {
			return faultAt(RuleYAMLStart, at, at+1, "%c followed by a blank cannot start an unquoted text", ch)
		}
	}
	return nil
}

// explainColon finds the colon that makes a text look like a key.
func (d *document) explainColon(at, end int) *fault {
	for i := at; i < end; i++ {
		switch d.src[i] {
		case '#':
			if i > at && isBlankOrBreak(d.src[i-1]) {
				return nil
			}
		case ':':
			if i+1 == end || isBlankOrBreak(d.src[i+1]) {
				return faultAt(RuleYAMLColon, i, i+1, "a colon followed by a blank in an unquoted text")
			}
		}
	}
	return nil
}

// explainBlock is about the rest of a line behind | or >.
func (d *document) explainBlock(p spot, end int) *fault {
	i := p.first + 1
	for i < end && strings.IndexByte("+-0123456789", d.src[i]) >= 0 {
		i++
	}
	text := d.skipBlanks(i)
	if text >= end || d.src[text] == '#' && text > i {
		return nil
	}
	f := faultAt(RuleYAMLBlockText, text, end, "text on the line of %s", d.src[p.first:i])
	f.hint = "start the text on the next line, indented"
	if p.nested {
		return f
	}
	indent := "\n  "
	if _, next := lineAt(d.src[:d.end], end); next < p.end && d.skipBlanks(next) > next {
		indent = "\n" + string(d.src[next:d.skipBlanks(next)])
	}
	edits := []Edit{{Start: i, End: text, New: indent}}
	if d.says(apply(d.src, d.base, d.end, edits), p) {
		f.fix = edits
	}
	return f
}

// explainQuote is about a text in quotes: not closed, or going on behind them.
func (d *document) explainQuote(p spot, lineEnd int) *fault {
	quote := d.src[p.first]
	stop := quoteEnd(d.src, p.first, p.end, quote)
	if stop >= p.end && d.src[p.end-1] != quote {
		f := faultAt(RuleYAMLQuote, p.first, p.first+1, "%c is not closed", quote)
		f.hint = "close it at the end of the text"
		if p.last < lineEnd {
			f.hint += ": " + cut(strings.TrimSpace(string(d.src[p.start:p.last+1]))+string(quote))
		}
		return f
	}
	rest := d.skipBlanks(stop)
	if rest >= d.end || isBlankOrBreak(d.src[rest]) || d.src[rest] == '#' && rest > stop {
		return nil
	}
	if d.src[p.last] == quote && p.last > stop {
		f := faultAt(RuleYAMLQuote, stop-1, stop, "%c inside a text in %c quotes", quote, quote)
		advice := "write it twice"
		if quote == '"' {
			advice = `use single quotes around the text, or \" inside`
		}
		return d.suggest(f, p, advice, d.innerQuotes(p.first, p.last))
	}
	f := faultAt(RuleYAMLQuote, stop-1, stop, "text goes on behind the closing %c", quote)
	return d.suggest(f, p, "quote the whole text", d.quoting(p))
}

// innerQuotes are the edits that make quotes between the outer ones at first
// and last part of the text.
func (d *document) innerQuotes(first, last int) []Edit {
	inner := d.src[first+1 : last]
	switch {
	case d.src[first] == '\'':
		return d.escaped(first+1, last, '\'', "''")
	case bytes.IndexByte(inner, '\'') < 0 && bytes.IndexByte(inner, '\\') < 0:
		return []Edit{{Start: first, End: first + 1, New: "'"}, {Start: last, End: last + 1, New: "'"}}
	}
	return d.escaped(first+1, last, '"', `\"`)
}

// escaped are the edits that write each bare quote in src[start:end] as
// replacement.
func (d *document) escaped(start, end int, quote byte, replacement string) []Edit {
	var edits []Edit
	for i := start; i < end; i++ {
		switch {
		case d.src[i] == '\\' && quote == '"':
			i++
		case d.src[i] != quote:
		case quote == '\'' && i+1 < end && d.src[i+1] == '\'':
			i++
		default:
			edits = append(edits, Edit{Start: i, End: i + 1, New: replacement})
		}
	}
	return edits
}

// explainBracket is about a value that begins with [ or {.
func (d *document) explainBracket(p spot) *fault {
	mark := d.src[p.first]
	x := &lexer{src: d.src[:p.end], at: p.first, end: p.end, start: true}
	x.step()
	for x.at < x.end && x.flow > 0 {
		x.step()
	}
	if x.flow > 0 {
		f := faultAt(RuleYAMLBracket, p.first, p.first+1, "%c is not closed", mark)
		if key := string(d.src[p.start:p.keyEnd]); p.nested || key != "name" && key != "description" {
			f.hint = "close it, or quote the value"
			return f
		}
		return d.suggest(f, p, "quote the value", d.quoting(p))
	}
	rest := d.skipBlanks(x.at)
	if rest >= d.end || isBlankOrBreak(d.src[rest]) || d.src[rest] == '#' {
		f := faultAt(RuleYAMLBracket, p.first, p.first+1, "what follows %c is not valid YAML", mark)
		f.hint = "check commas, colons and quotes in it, or write one item a line"
		return f
	}
	f := faultAt(RuleYAMLBracket, x.at-1, x.at, "text goes on behind what %c starts", mark)
	return d.suggest(f, p, "quote the value", d.quoting(p))
}

// quoting are the edits that put a value in quotes: double ones when nothing
// in it needs an escape, else single ones.
func (d *document) quoting(p spot) []Edit {
	last := max(p.last, p.first)
	if !bytes.ContainsAny(d.src[p.first:last+1], `"\`) {
		return []Edit{{Start: p.first, End: p.first, New: `"`}, {Start: last + 1, End: last + 1, New: `"`}}
	}
	edits := []Edit{{Start: p.first, End: p.first, New: "'"}}
	for i := p.first; i <= last; i++ {
		if d.src[i] == '\'' {
			edits = append(edits, Edit{Start: i, End: i + 1, New: "''"})
		}
	}
	return append(edits, Edit{Start: last + 1, End: last + 1, New: "'"})
}
