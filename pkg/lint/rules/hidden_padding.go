package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// The lengths beyond which white space looks like a curtain.
const (
	paddingLines  = 200 // blank lines in a row
	paddingBlanks = 500 // blanks in a row, with text behind them
)

func hiddenPadding() lint.Rule {
	return lint.Rule{
		ID:      "hidden-padding",
		Group:   lint.Security,
		Summary: "text pushed out of sight by white space",
		What:    "Text in a Markdown file behind more than 200 blank lines or more than 500 blanks in a row.",
		Why:     "Editors and review tools show nothing there, so text below or beside the visible page is not reviewed, but a model reads it.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Greets people. Use when testing.\n---\nSay hello." + blanks(paddingBlanks+1) + "And more.\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Greets people. Use when testing.\n---\nSay hello." + blanks(80) + "And more.\n",
		Source:  "NVIDIA SkillSpector P9",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range textFiles(p) {
				if isProse(f.Path) {
					checkPadding(p, f)
				}
			}
		},
	}
}

func blanks(n int) string { return string(bytes.Repeat([]byte(" "), n)) }

func checkPadding(p *lint.Pass, f *lint.File) {
	text := f.Bytes()
	if at := longRun(text, '\n', paddingLines+2); at >= 0 && len(bytes.TrimSpace(text[at:])) > 0 {
		end := len(text) - len(bytes.TrimLeft(text[at:], "\r\n"))
		p.ReportIn(f, f.Span(end, min(end+1, len(text))), "text behind more than %d blank lines", paddingLines).Hint("remove the blank lines")
	}
	at := longRun(text, ' ', paddingBlanks+1)
	if at < 0 {
		return
	}
	rest := bytes.TrimLeft(text[at:], " ")
	if len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '|' {
		return // trailing blanks, or a padded table
	}
	start := len(text) - len(rest)
	p.ReportIn(f, f.Span(start, start+1), "text behind more than %d blanks", paddingBlanks).Hint("remove the blanks")
}

// longRun finds the first run of at least n equal bytes; -1 without one. Such
// a run covers every n-th byte, so that few bytes are looked at.
func longRun(text []byte, b byte, n int) int {
	for i := n - 1; i < len(text); i += n {
		if text[i] != b {
			continue
		}
		start, end := i, i+1
		for start > 0 && text[start-1] == b {
			start--
		}
		for end < len(text) && text[end] == b {
			end++
		}
		if end-start >= n {
			return start
		}
	}
	return -1
}
