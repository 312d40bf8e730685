package parse

import "bytes"

// plainEnd is the place behind a plain scalar: the text's characters follow
// each other in the source with nothing but white space between them.
func (d *document) plainEnd(at int, text string) int {
	end := at
	for i := 0; i < len(text); i++ {
		if isBlankOrBreak(text[i]) {
			continue
		}
		for at < d.end && isBlankOrBreak(d.src[at]) {
			at++
		}
		if at >= d.end || d.src[at] != text[i] {
			return end
		}
		at++
		end = at
	}
	return end
}

// blockEnd is the end of the last line of the block scalar whose indicator
// stands at offset at: the lines behind it that are indented deeper than the
// line of the indicator, or blank.
func (d *document) blockEnd(at int) int {
	text := d.src[:d.end]
	end, next := lineAt(text, at)
	parent, indent := d.parentColumn(at), -1
	for next < d.end {
		lineEnd, after := lineAt(text, next)
		line := text[next:lineEnd]
		blanks := len(line) - len(bytes.TrimLeft(line, " "))
		if blanks < len(line) {
			if indent < 0 {
				indent = blanks
			}
			if blanks < indent || blanks <= parent {
				break
			}
			end = lineEnd
		}
		next = after
	}
	return end
}

// parentColumn is the column, from 0, of the key or dash before a value on its
// line. Of a value that has its line for itself it is not known, and 0.
func (d *document) parentColumn(at int) int {
	start := at
	for start > d.base && d.src[start-1] != '\n' && d.src[start-1] != '\r' {
		start--
	}
	parent, body := 0, d.skipBlanks(start)
	for body < at {
		parent = body - start
		if !d.isItem(body, at) {
			break
		}
		body = d.skipBlanks(body + 1)
	}
	return parent
}
