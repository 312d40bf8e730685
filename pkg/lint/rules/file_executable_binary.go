package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileBinary() lint.Rule {
	return lint.Rule{
		ID:      "file-binary",
		Group:   lint.Security,
		Summary: "compiled program inside the skill",
		What:    "A file that is an ELF, Mach-O, PE or WebAssembly program, whatever its name says.",
		Why:     "Nobody can review what a compiled program does, it runs on one system only, and a program named like a picture is hiding.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a program. Use when testing.\n---\n# Body\n-- skill/bin/tool (0755, escaped) --\n\\x7fELF\\x02\\x01\\x01 and so on\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a script. Use when testing.\n---\nRun bin/tool.\n-- skill/bin/tool (0755) --\n#!/bin/sh\necho ok\n",
		Source:  "cisco-ai-defense/skill-scanner FILE_MAGIC_MISMATCH",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if kind := programKind(f.Bytes()); kind != "" {
					p.ReportPath(f.Path, "is a compiled program (%s) that nobody can review", kind).
						Hint("ship the source, or tell users where to get the program")
				}
			}
		},
	}
}

func programKind(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\x7fELF")):
		return "ELF"
	case bytes.HasPrefix(b, []byte("\xcf\xfa\xed\xfe")), bytes.HasPrefix(b, []byte("\xce\xfa\xed\xfe")), bytes.HasPrefix(b, []byte("\xfe\xed\xfa\xce")), bytes.HasPrefix(b, []byte("\xfe\xed\xfa\xcf")):
		return "Mach-O"
	case bytes.HasPrefix(b, []byte("\x00asm")):
		return "WebAssembly"
	case bytes.HasPrefix(b, []byte("MZ")) && len(b) > 0x40:
		at := int(b[0x3c]) | int(b[0x3d])<<8
		if at+4 <= len(b) && bytes.Equal(b[at:at+4], []byte("PE\x00\x00")) {
			return "PE"
		}
	}
	return ""
}
