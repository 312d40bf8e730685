package rules

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func hiddenBidi() lint.Rule {
	return lint.Rule{
		ID:      "hidden-bidi-control",
		Group:   lint.Security,
		Summary: "control characters that reorder text on screen",
		What:    "Bidirectional control characters (U+202A to U+202E, U+2066 to U+2069) in frontmatter or code, or in a line of prose that has no letter of a right-to-left script.",
		Why:     "They make a screen show characters in another order than a model or an interpreter reads them: the reviewed line is not the one that runs.",
		Bad:     "-- skill/SKILL.md (escaped) --\n---\nname: skill\ndescription: Greets people. Use when testing.\n---\nAllow access for \\u{202e}nimda\\u{202c} only.\n",
		Good:    "-- skill/SKILL.md (escaped) --\n---\nname: skill\ndescription: Greets people. Use when testing.\n---\n\\u{202b}\\u{645}\\u{631}\\u{62d}\\u{628}\\u{627}\\u{202c}\n",
		Source:  "CVE-2021-42574 (Trojan Source); SkillSpector TP2",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Check: func(p *lint.Pass) {
			for _, f := range textFiles(p) {
				checkBidi(p, f)
			}
		},
	}
}

func checkBidi(p *lint.Pass, f *lint.File) {
	text := f.Bytes()
	if !bytes.Contains(text, []byte("\xe2\x80")) && !bytes.Contains(text, []byte("\xe2\x81")) {
		return
	}
	for from := 0; from < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[from:], '\n'); i >= 0 {
			end = from + i
		}
		checkBidiLine(p, f, from, end)
		from = end + 1
	}
}

// checkBidiLine reports the control characters of one line, the first of them
// by name.
func checkBidiLine(p *lint.Pass, f *lint.File, start, end int) {
	line := f.Bytes()[start:end]
	if !bytes.Contains(line, []byte("\xe2\x80")) && !bytes.Contains(line, []byte("\xe2\x81")) {
		return
	}
	var first *hiddenRun
	count := 0
	for _, run := range hiddenRuns(line) {
		if run.kind == bidiControl {
			if count += run.count; first == nil {
				first = &run
			}
		}
	}
	if first == nil || !inFrontmatter(p, f, start) && isProse(f.Path) && hasRightToLeft(line) {
		return
	}
	r, _ := utf8.DecodeRune(line[first.start:])
	what := "bidirectional control character " + codePoint(r) + " reorders"
	if count > 1 {
		what = fmt.Sprintf("%d bidirectional control characters, the first is %s, reorder", count, codePoint(r))
	}
	p.ReportIn(f, f.Span(start+first.start, start+first.end), "%s this line on screen", what).
		Hint("remove them; the line then reads as it is written")
}

// codePoint names a character as U+XXXX.
func codePoint(r rune) string { return fmt.Sprintf("U+%04X", r) }

// lineAt is the line around a byte offset, without its end.
func lineAt(text []byte, at int) []byte {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	if end := bytes.IndexByte(text[at:], '\n'); end >= 0 {
		return text[start : at+end]
	}
	return text[start:]
}

// isProse reports whether a file is written for people to read.
func isProse(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".txt", ".html", ".htm", ".xml", ".srt", ".vtt", ".po", ".csv":
		return true
	}
	return false
}

func hasRightToLeft(line []byte) bool {
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		if r >= 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) {
			return true
		}
		line = line[size:]
	}
	return false
}
