package ui

import (
	"strings"

	"github.com/rivo/uniseg"
)

// look is a set of ways a piece of inline text can look.
type look uint8

const (
	lookBold look = 1 << iota
	lookItalic
	lookCode
	lookLink
	lookFaint
)

// apply colors s as the look says.
func (t *Theme) apply(s string, l look) string {
	if !t.colored || strings.TrimSpace(s) == "" {
		return s
	}
	style := t.bold.UnsetBold()
	if l&lookBold != 0 {
		style = style.Bold(true)
	}
	if l&lookItalic != 0 {
		style = style.Italic(true)
	}
	if l&lookLink != 0 {
		style = style.Underline(true)
	}
	if l&lookFaint != 0 {
		style = style.Faint(true)
	}
	if l&lookCode != 0 {
		style = style.Foreground(t.place.GetForeground())
	}
	return style.Render(s)
}

// inline is a text with looks: piece i ends at the byte offset ends[i].
type inline struct {
	text  strings.Builder
	ends  []int
	looks []look
}

// add appends a piece. Two pieces of the same look become one.
func (l *inline) add(s string, how look) {
	if s == "" {
		return
	}
	l.text.WriteString(s)
	if n := len(l.looks); n > 0 && l.looks[n-1] == how {
		l.ends[n-1] = l.text.Len()
		return
	}
	l.ends, l.looks = append(l.ends, l.text.Len()), append(l.looks, how)
}

// wrap breaks the text into lines of at most width cells, where Unicode
// allows a line to break; a longer word is broken between characters.
func (l *inline) wrap(width int, theme *Theme) []string {
	text := l.text.String()
	width = max(width, 1)
	var lines []string
	start, at, used := 0, 0, 0
	flush := func() {
		lines = append(lines, l.render(text, start, start+len(strings.TrimRight(text[start:at], " \n")), theme))
		start, used = at, 0
	}
	rest, state := text, -1
	for rest != "" {
		var segment string
		var must bool
		segment, rest, must, state = nextWord(rest, state)
		body := strings.TrimRight(segment, " \n")
		cells := Width(body)
		if used > 0 && used+cells > width {
			flush()
		}
		for cells > width {
			piece := head(body, width)
			if piece == "" {
				break
			}
			at += len(piece)
			segment, body = segment[len(piece):], body[len(piece):]
			cells = Width(body) // not the difference: pieces may count otherwise than the whole
			flush()
		}
		at += len(segment)
		used += cells + len(segment) - len(body)
		if must && rest != "" {
			flush()
		}
	}
	if at > start || len(lines) == 0 {
		flush()
	}
	return lines
}

// nextWord is the text up to the next place where a line may break. Unlike
// Unicode it keeps paths and addresses whole: between two ASCII characters a
// line breaks at blanks only.
func nextWord(text string, state int) (word, rest string, must bool, next int) {
	rest = text
	for rest != "" {
		var segment string
		segment, rest, must, state = uniseg.FirstLineSegmentInString(rest, state)
		word = text[:len(word)+len(segment)]
		last := word[len(word)-1]
		if must || rest == "" || last >= 0x80 || last == ' ' || rest[0] >= 0x80 {
			break
		}
	}
	return word, rest, must, state
}

// render colors the bytes from start to end.
func (l *inline) render(text string, start, end int, theme *Theme) string {
	if end <= start {
		return ""
	}
	var b strings.Builder
	for i, stop := range l.ends {
		stop = min(stop, end)
		if stop > start {
			b.WriteString(theme.apply(text[start:stop], l.looks[i]))
			start = stop
		}
	}
	return b.String()
}

// Wrap breaks plain text into lines of at most width cells.
func Wrap(s string, width int) []string {
	var l inline
	l.add(s, 0)
	return l.wrap(width, &Theme{})
}
