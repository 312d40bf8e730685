package rules

import (
	"bytes"
	"unicode/utf8"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// zeroWidthProse is how many zero-width characters prose may hold before they
// are worth a word: one or two come along with text copied from web pages.
const zeroWidthProse = 3

// minifiedLine is how many bytes a line of a script has that no person wrote.
// Nobody reads it, and its tables of characters hold the invisible ones too.
const minifiedLine = 2000

func hiddenZeroWidth() lint.Rule {
	return lint.Rule{
		ID:      "hidden-zero-width",
		Group:   lint.Security,
		Summary: "zero-width characters in names, code or in number",
		What:    "Zero-width and other invisible format characters in the frontmatter or in a script, or three and more of them in a document; long runs of variation selectors. Joiners that a script or an emoji needs are left alone, and so are a byte order mark at the start and minified lines of scripts.",
		Why:     "They split words so that searches and scanners miss them, make two names look the same, and can carry a hidden message.",
		Bad:     "-- skill/SKILL.md (escaped) --\n---\nname: skill\ndescription: Gr\\u{200b}eets people. Use when testing.\n---\nSay hello.\n",
		Good:    "-- skill/SKILL.md (escaped) --\n---\nname: skill\ndescription: Greets people. Use when testing.\n---\nSay hello \\u{1f469}\\u{200d}\\u{1f4bb} and \\u{928}\\u{94d}\\u{200d}.\n",
		Source:  "agent-ecosystem/skill-validator#66; cisco-ai-defense/skill-scanner UNICODE_STEGANOGRAPHY",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range textFiles(p) {
				checkZeroWidth(p, f)
			}
		},
	}
}

func checkZeroWidth(p *lint.Pass, f *lint.File) {
	text := f.Bytes()
	if isASCII(text) {
		return
	}
	var first *hiddenRun
	total := 0
	for _, run := range hiddenRuns(text) {
		switch {
		case run.kind == variations && run.count < 8, run.kind != zeroWidth && run.kind != variations:
			continue
		case !isProse(f.Path) && inMinifiedLine(text, run.start):
			continue
		case inFrontmatter(p, f, run.start), !isProse(f.Path):
			reportZeroWidth(p, f, run, 1)
			return
		}
		if total += run.count; first == nil {
			first = &run
		}
	}
	if total >= zeroWidthProse {
		reportZeroWidth(p, f, *first, total)
	}
}

func inMinifiedLine(text []byte, at int) bool {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	end := bytes.IndexByte(text[at:], '\n')
	if end < 0 {
		end = len(text) - at
	}
	return at+end-start > minifiedLine
}

func reportZeroWidth(p *lint.Pass, f *lint.File, run hiddenRun, total int) {
	r, _ := utf8.DecodeRune(f.Bytes()[run.start:])
	span := f.Span(run.start, run.end)
	if total == 1 {
		p.ReportIn(f, span, "invisible character %s", codePoint(r)).Hint("remove it")
		return
	}
	p.ReportIn(f, span, "%d invisible characters in this file, the first is %s", total, codePoint(r)).Hint("remove them")
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
