package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func scriptCRLFShebang() lint.Rule {
	return lint.Rule{
		ID:      "script-crlf-shebang",
		Group:   lint.Portability,
		Summary: "carriage return behind a shebang",
		What:    "A script whose first line is a shebang that ends with a carriage return.",
		Why:     "Linux and macOS look for an interpreter whose name ends with the carriage return and answer \"no such file or directory\", although the script is there.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755, crlf) --\n#!/bin/bash\necho ok\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\necho ok\n",
		Source:  "portability; the kernel's binfmt_script",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Fixable: true,
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				checkCRLFShebang(p, f)
			}
		},
	}
}

func checkCRLFShebang(p *lint.Pass, f *lint.File) {
	text := f.Bytes()
	if !bytes.HasPrefix(text, []byte("#!")) {
		return
	}
	end := bytes.IndexByte(text, '\n')
	if end < 1 || text[end-1] != '\r' {
		return
	}
	found := p.ReportIn(f, f.Span(end-1, end), "a carriage return ends the shebang, so the interpreter is not found").
		Hint("save the script with LF line ends; `*.sh text eol=lf` in .gitattributes keeps them")
	for i := range text {
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			found.Fix(parse.Edit{Start: i, End: i + 1})
		}
	}
}
