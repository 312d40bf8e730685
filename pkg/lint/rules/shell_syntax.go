package rules

import (
	"bytes"
	"errors"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func shellSyntax() lint.Rule {
	return lint.Rule{
		ID:      "shell-syntax",
		Group:   lint.Scripts,
		Summary: "shell script that does not parse",
		What:    "A script for sh, dash or bash with a syntax error, at the place of the error. Code blocks in documents are not checked: they hold placeholders.",
		Why:     "The script stops half way, or never starts, in front of an agent that cannot repair it.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\nif true; then\n  echo ok\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\nif true; then\n  echo ok\nfi\n",
		Source:  "POSIX shell command language, bash manual",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if isText(f.Bytes()) && isShellScript(f) {
					checkShellSyntax(p, f)
				}
			}
		},
	}
}

func checkShellSyntax(p *lint.Pass, f *lint.File) {
	text := f.Bytes()
	if bytes.Contains(text, []byte("{{")) && bytes.Contains(text, []byte("}}")) {
		return // a template
	}
	_, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(bytes.NewReader(text), f.Path)
	var bad syntax.ParseError
	if !errors.As(err, &bad) {
		return
	}
	at := min(int(bad.Pos.Offset()), len(text))
	p.ReportIn(f, f.Span(at, min(at+1, len(text))), "shell syntax error: %s", bad.Text)
}
