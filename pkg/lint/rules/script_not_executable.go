package rules

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func scriptNotExecutable() lint.Rule {
	return lint.Rule{
		ID:      "script-not-executable",
		Group:   lint.Portability,
		Summary: "script with a shebang but no executable bit",
		What:    "A file below scripts/ that starts with a shebang and whose owner may not execute it.",
		Why:     "Called by its path the script fails with \"permission denied\". Agents mostly call the interpreter themselves, and many registries drop the bit anyway, so this is a remark only.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh --\n#!/bin/bash\necho ok\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\necho ok\n",
		Source:  "cli/cli#14086, vercel-labs/skills#1140",
		Levels:  lint.Levels{lint.Any: parse.Info},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if !f.Executable && strings.HasPrefix(f.Path, "scripts/") && f.Mode.IsRegular() && bytes.HasPrefix(f.Bytes(), []byte("#!")) {
					p.ReportIn(f, f.Span(0, 2), "has a shebang but is not executable").Hint("chmod +x %s", f.Path)
				}
			}
		},
	}
}
