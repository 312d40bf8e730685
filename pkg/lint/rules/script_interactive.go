package rules

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func scriptInteractive() lint.Rule {
	return lint.Rule{
		ID:      "script-interactive",
		Group:   lint.Scripts,
		Summary: "script that waits for somebody at the keyboard",
		What:    "A script that asks a question: `read -p` in a shell script, input() or getpass() in Python, readline questions in JavaScript. Scripts that look for a terminal first, or have a flag that answers for the user, are left alone.",
		Why:     "An agent has no terminal: the script reads an empty answer or hangs until it is killed.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\nread -p \"Go on? \" answer\necho \"$answer\"\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh --yes.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\n[ \"$1\" = --yes ] || read -p \"Go on? \" answer\necho \"$answer\"\n",
		Source:  "agentskills.io using-scripts (scripts must not be interactive)",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range skillShellFacts(p) {
				if f.kind == prompts && f.script && !answersItself(f.file.Bytes()) {
					p.ReportIn(f.file, f.file.Span(f.start, f.end), "waits for an answer at the keyboard").Hint(interactiveHint)
				}
			}
			for _, f := range p.Files() {
				if isScript(f) && !isTestPath(f.Path) {
					checkInteractive(p, f)
				}
			}
		},
	}
}

const interactiveHint = "take the answer from an argument or a flag"

func checkInteractive(p *lint.Pass, f *lint.File) {
	var needles []string
	switch path.Ext(f.Path) {
	case ".py":
		needles = []string{"= input(", "getpass.getpass("}
	case ".js", ".mjs", ".cjs", ".ts":
		needles = []string{"rl.question(", "readline.question(", "inquirer.prompt("}
	}
	for _, needle := range needles {
		at := bytes.Index(f.Bytes(), []byte(needle))
		if at < 0 || answersItself(f.Bytes()) || isComment(bytes.TrimLeft(lineAt(f.Bytes(), at), " \t")) {
			continue
		}
		at += len(needle) - len(strings.TrimLeft(needle, "= "))
		p.ReportIn(f, f.Span(at, at+len(strings.TrimLeft(needle, "= "))), "waits for an answer at the keyboard").Hint(interactiveHint)
	}
}

// answersItself reports whether a script looks for a terminal before it asks,
// or can be told not to ask.
func answersItself(text []byte) bool {
	for _, s := range []string{"isatty", "-t 0", "--yes", "--non-interactive", "--force", "--no-input", "--batch", "isTTY", "--interactive", "noninteractive", "--confirm"} {
		if bytes.Contains(text, []byte(s)) {
			return true
		}
	}
	return false
}
