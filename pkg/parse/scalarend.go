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
	lineStart := at
	for lineStart > d.base && d.src[lineStart-1] != '\n' && d.src[lineStart-1] != '\r' {
		lineStart--
	}
	text := d.src[:d.end]
	end, next := lineAt(text, at)
	indent := -1
	for next < d.end {
		lineEnd, after := lineAt(text, next)
		line := text[next:lineEnd]
		blanks := len(line) - len(bytes.TrimLeft(line, " "))
		if blanks < len(line) {
			if indent < 0 {
				indent = blanks
			}
			if blanks < indent || blanks == 0 {
				break
			}
			end = lineEnd
		}
		next = after
	}
	return end
}
