package rules

import (
	"bytes"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func autoRunCommand() lint.Rule {
	return lint.Rule{
		ID:      "auto-run-command",
		Group:   lint.Security,
		Summary: "command that runs when the skill is loaded",
		What:    "An exclamation mark in front of a command in backquotes (!`command`) in SKILL.md, or a command under hooks in its frontmatter. Claude Code runs them by itself. A command that reaches the network or reads secrets is an error, one that writes files a warning, any other a remark.",
		Why:     "It runs before anybody, person or model, has decided that it should.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Shows news. Use when testing.\n---\nToday: !`curl -s https://news.test/today`\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Shows errors. Use when testing.\n---\nExcel shows `#REF!` or `#DIV/0!`; run `curl -s https://news.test` yourself.\n",
		Source:  "Claude Code documentation, dynamic context; security reference S06",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Check: func(p *lint.Pass) {
			checkBang(p)
			if hooks, ok := p.Skill.Frontmatter.Lookup("hooks"); ok {
				checkHooks(p, hooks)
			}
		},
	}
}

func checkBang(p *lint.Pass) {
	src := p.Skill.Source
	if !bytes.Contains(src, []byte("!`")) {
		return
	}
	for _, c := range p.Skill.Markdown().CodeSpans {
		at := c.Span.Start.Offset - 2 // in front of one backquote
		if at < 0 || src[at] != '!' || src[at+1] != '`' || at > 0 && src[at-1] != ' ' && src[at-1] != '\n' && src[at-1] != '\t' {
			continue
		}
		reportAutoRun(p, p.Skill.Lines.Span(at, c.Span.End.Offset+1), c.Text)
	}
}

// checkHooks looks at every command below a hooks value.
func checkHooks(p *lint.Pass, v *parse.Value) {
	for _, item := range v.Items {
		checkHooks(p, item)
	}
	for _, e := range v.Entries {
		if e.Key == "command" && e.Value.Kind == parse.Scalar {
			reportAutoRun(p, e.Value.Span, e.Value.Text)
			continue
		}
		checkHooks(p, e.Value)
	}
}

func reportAutoRun(p *lint.Pass, span parse.Span, command string) {
	effect, levels := autoRunEffect(command)
	p.Report(span, "Claude Code runs %q by itself%s", escape.Hidden(cut(command, 60)), effect).
		At(levels).
		Hint("let the skill say when to run it, so that somebody decides")
}

// autoRunEffect says what a command does that matters, and how much.
func autoRunEffect(command string) (effect string, levels lint.Levels) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return ", and it does not parse as shell", lint.Levels{lint.Any: parse.Info}
	}
	levels = lint.Levels{lint.Any: parse.Info}
	for _, c := range calls(file) {
		name, args := words(c)
		switch name {
		case "curl", "wget", "nc", "ncat", "ssh", "scp", "rsync", "ftp":
			return ", and it reaches the network", lint.Levels{lint.Any: parse.Error}
		case "rm", "mv", "cp", "tee", "dd", "chmod", "chown", "ln":
			effect, levels = ", and it changes files", lint.Levels{lint.Any: parse.Warning}
		}
		for _, a := range args {
			if secretPath(a) {
				return ", and it reads " + a, lint.Levels{lint.Any: parse.Error}
			}
		}
	}
	return effect, levels
}

// cut shortens a text to n characters.
func cut(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-1]) + "…"
}
