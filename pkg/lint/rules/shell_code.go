package rules

import (
	"bytes"
	"path"
	"strings"
	"sync"
	"unicode"

	"github.com/skillctl/skillctl/internal/needle"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// shellFact is a fact in a file of the skill.
type shellFact struct {
	fact
	file   *lint.File
	script bool // in a script, not in a code block of a document
}

// skillShellFacts are the facts of all shell code of a skill: its shell
// scripts and the shell code blocks of its documents.
func skillShellFacts(p *lint.Pass) []shellFact {
	return lint.Once(p, "shell facts", func() []shellFact {
		var facts []shellFact
		for _, f := range textFiles(p) {
			switch {
			case isShellScript(f):
				facts = appendFacts(facts, f, func(i int) int { return i }, string(f.Bytes()), true)
			case f.IsMarkdown() && mayHoldShell(f.Bytes()):
				for _, b := range f.Markdown().CodeBlocks {
					if isShellLanguage(b.Language()) {
						facts = appendFacts(facts, f, b.Offset, dropPrompts(b.Text), false)
					}
				}
			}
		}
		return facts
	})
}

// appendFacts adds the facts of a piece of code; offset gives the place in the
// file of a byte of it.
func appendFacts(facts []shellFact, f *lint.File, offset func(int) int, code string, script bool) []shellFact {
	for _, found := range shellFacts(code) {
		found.start, found.end = offset(found.start), offset(max(found.end-1, found.start))+1
		facts = append(facts, shellFact{fact: found, file: f, script: script})
	}
	return facts
}

// reportShell reports the facts of one kind.
func reportShell(p *lint.Pass, kind factKind, report func(f shellFact, at *lint.Finding), format string) {
	for _, f := range skillShellFacts(p) {
		if f.kind == kind {
			found := p.ReportIn(f.file, f.file.Span(f.start, f.end), format, f.detail)
			if report != nil {
				report(f, found)
			}
		}
	}
}

// isShellScript reports whether a file is a script for bash or sh.
func isShellScript(f *lint.File) bool {
	switch path.Ext(f.Path) {
	case ".sh", ".bash":
		return !bytes.HasPrefix(f.Bytes(), []byte("#!")) || shellShebang(f.Bytes())
	case "":
		return shellShebang(f.Bytes())
	}
	return false
}

func shellShebang(text []byte) bool {
	line, ok := bytes.CutPrefix(text, []byte("#!"))
	if !ok {
		return false
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	for word := range strings.FieldsSeq(string(line)) {
		switch path.Base(word) {
		case "sh", "bash", "dash":
			return true
		}
	}
	return false
}

func isShellLanguage(language string) bool {
	switch strings.ToLower(language) {
	case "sh", "bash", "shell", "console", "shell-session", "terminal":
		return true
	}
	return false
}

// mayHoldShell reports whether marks of a code fence with the language of a
// shell behind them stand in a text. It spares files the work of being parsed.
func mayHoldShell(text []byte) bool {
	for at := range fenceMarks().In(text) {
		if at > 0 && text[at-1] == text[at] {
			continue // not the first mark: long runs are looked at once
		}
		info := bytes.TrimLeft(text[at:], string(text[at]))
		info = bytes.TrimLeftFunc(info, func(r rune) bool { return r != '\n' && unicode.IsSpace(r) })
		line, _, _ := bytes.Cut(info[:min(len(info), languageBytes)], []byte("\n"))
		if isShellLanguage(parse.CodeBlock{Info: string(line)}.Language()) {
			return true
		}
	}
	return false
}

// languageBytes is more than the longest name of a shell's language has.
const languageBytes = 16

var fenceMarks = sync.OnceValue(func() *needle.Set { return needle.NewSet("```", "~~~") })

// dropPrompts replaces the prompts of a session ("$ ") by blanks, so that
// offsets stay.
func dropPrompts(code string) string {
	if !strings.HasPrefix(strings.TrimLeft(code, " "), "$ ") {
		return code
	}
	lines := strings.SplitAfter(code, "\n")
	for i, l := range lines {
		trimmed := strings.TrimLeft(l, " ")
		if rest, ok := strings.CutPrefix(trimmed, "$ "); ok {
			lines[i] = l[:len(l)-len(trimmed)] + "  " + rest
		} else if strings.TrimSpace(l) != "" {
			lines[i] = strings.Repeat(" ", len(strings.TrimRight(l, "\r\n"))) + l[len(strings.TrimRight(l, "\r\n")):]
		}
	}
	return strings.Join(lines, "")
}
