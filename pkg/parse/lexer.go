package parse

import "bytes"

// lexer walks YAML token by token, as far as is needed to know which quotes
// begin a quoted text. It takes any input.
type lexer struct {
	src    []byte
	at     int
	end    int
	flow   int  // depth of [ and {
	start  bool // a value may begin here
	line   int  // where the line starts
	word   int  // where the last text started
	parent int  // column of the last key or dash, from 0: what is deeper belongs to it
}

// doubleQuoted are the ranges between the double quotes of src[base:end].
func doubleQuoted(src []byte, base, end int) [][2]int {
	var found [][2]int
	x := &lexer{src: src[:end], at: base, end: end}
	for x.newLine(); x.at < x.end; {
		open, begins := x.at, x.start
		if x.step() == '"' && begins {
			stop := x.at
			if stop > open+1 && src[stop-1] == '"' {
				stop--
			}
			found = append(found, [2]int{open + 1, max(stop, open+1)})
		}
	}
	return found
}

// newLine reads the indentation of a line. A text without quotes goes on there
// when it is deeper than what it belongs to.
func (x *lexer) newLine() {
	x.line = x.at
	for x.at < x.end && x.src[x.at] == ' ' {
		x.at++
	}
	blank := x.at == x.end || isBlankOrBreak(x.src[x.at])
	if !x.start && x.flow == 0 && (blank || x.at-x.line > x.parent) {
		return
	}
	x.start, x.parent = true, x.at-x.line
}

// step moves over one token and returns its first character.
func (x *lexer) step() byte {
	c := x.src[x.at]
	switch {
	case c == '\n' || c == '\r':
		_, x.at = lineAt(x.src, x.at)
		x.newLine()
	case c == ' ' || c == '\t':
		x.at++
	case c == '#' && (x.at == 0 || isBlankOrBreak(x.src[x.at-1])):
		x.at, _ = lineAt(x.src, x.at)
	case x.start:
		x.value(c)
	default:
		x.plain()
	}
	return c
}

// value moves over the first token of a value.
func (x *lexer) value(c byte) {
	switch {
	case c == '"' || c == '\'':
		x.word, x.start = x.at, false
		x.at = quoteEnd(x.src, x.at, x.end, c)
	case c == '[' || c == '{':
		x.flow++
		x.at++
	case c == '-' && x.flow == 0 && x.blankBehind():
		x.parent = x.at - x.line
		x.at++
	case (c == '|' || c == '>') && x.flow == 0:
		x.block()
	case c == '&' || c == '!':
		for x.at < x.end && !isBlankOrBreak(x.src[x.at]) {
			x.at++
		}
	default:
		x.word, x.start = x.at, false
		x.plain()
	}
}

func (x *lexer) blankBehind() bool {
	return x.at+1 >= x.end || isBlankOrBreak(x.src[x.at+1])
}

// plain moves over unquoted text, up to what ends it.
func (x *lexer) plain() {
	for ; x.at < x.end; x.at++ {
		c := x.src[x.at]
		switch {
		case c == '\n' || c == '\r' || c == '#' && isBlankOrBreak(x.src[x.at-1]):
			return
		case c == ':' && (x.blankBehind() || x.flow > 0):
			x.at++
			x.start = true
			if x.flow == 0 {
				x.parent = x.word - x.line
			}
			return
		case x.flow > 0 && bytes.IndexByte([]byte("[]{},"), c) >= 0:
			x.mark(c)
			return
		}
	}
}

// mark moves over a mark inside of a flow collection.
func (x *lexer) mark(c byte) {
	x.at++
	switch c {
	case ']', '}':
		x.flow--
		return
	case '[', '{':
		x.flow++
	}
	x.start = true
}

// quoteEnd is the place behind the quote that closes the one at offset at, or
// end.
func quoteEnd(src []byte, at, end int, quote byte) int {
	for i := at + 1; i < end; i++ {
		switch c := src[i]; {
		case c == '\\' && quote == '"':
			i++
		case c == quote && quote == '\'' && i+1 < end && src[i+1] == '\'':
			i++
		case c == quote:
			return i + 1
		}
	}
	return end
}

// block moves over a block scalar: the lines behind the present one that are
// deeper than what it belongs to, or blank.
func (x *lexer) block() {
	_, x.at = lineAt(x.src, x.at)
	for x.at < x.end {
		lineEnd, next := lineAt(x.src, x.at)
		line := x.src[x.at:lineEnd]
		blanks := len(line) - len(bytes.TrimLeft(line, " "))
		if blanks < len(line) && blanks <= x.parent {
			break
		}
		x.at = next
	}
	x.newLine()
}
