package parse

import "bytes"

// blockTabs are the offsets in a text of the tabs that begin the text of a
// block scalar. YAML takes the blanks before such a tab for the indentation and
// the tab for text; the library refuses it.
func blockTabs(text []byte) []int {
	if !bytes.Contains(text, []byte(" \t")) {
		return nil
	}
	var tabs []int
	header := false // only blank lines stand between here and a line that begins a block
	for at := 0; at < len(text); {
		end, next := lineAt(text, at)
		line := text[at:end]
		body := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case body == len(line):
		case header && body > 0 && line[body] == '\t':
			tabs, header = append(tabs, at+body), false
		default:
			header = endsWithBlock(line)
		}
		at = next
	}
	return tabs
}

// endsWithBlock reports whether a line ends with the indicator of a block
// scalar that finds out its indentation itself.
func endsWithBlock(line []byte) bool {
	if i := bytes.Index(line, []byte(" #")); i >= 0 {
		line = line[:i]
	}
	line = bytes.TrimRight(bytes.TrimRight(line, " \t"), "+-")
	last := len(line) - 1
	return last > 0 && (line[last] == '|' || line[last] == '>') && isBlankOrBreak(line[last-1])
}

// oddBlock reports what some readers refuse in the block scalar in
// src[at:end] and others take: a comment that touches the indicator, and a
// character that ends a line in old YAML, so that the rest of the line has no
// indentation.
func (d *document) oddBlock(at, end int) {
	header, _ := lineAt(d.src[:end], at)
	sign := at + 1
	for sign < header && bytes.IndexByte([]byte("+-0123456789"), d.src[sign]) >= 0 {
		sign++
	}
	if sign < header && d.src[sign] == '#' {
		d.r.add(RuleYAMLSyntax, sign, sign+1, "no blank before the comment behind %s", d.src[at:sign]).
			Hint = "write a blank before the #"
	}
	for _, separator := range []string{"\u0085", "\u2028", "\u2029"} {
		text := d.src[header:end]
		for i := bytes.Index(text, []byte(separator)); i >= 0; i = bytes.Index(text, []byte(separator)) {
			text = text[i+len(separator):]
			if rest, _ := lineAt(text, 0); rest > 0 {
				at := end - len(text)
				d.r.add(RuleYAMLIndent, at-len(separator), at, "the invisible character %U ends the line for some readers, and what follows is not indented", []rune(separator)[0]).
					Hint = "start a new line instead"
				break
			}
		}
	}
}
