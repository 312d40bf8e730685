package rules

import (
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func scriptCommand() lint.Rule {
	return lint.Rule{
		ID:      "script-undeclared-command",
		Group:   lint.Scripts,
		Summary: "script needs a program that SKILL.md does not name",
		What:    "A shell script that runs a well-known program which a plain system does not have (jq, gh, ffmpeg, docker, …) while neither SKILL.md nor its compatibility or metadata names it. One finding a script.",
		Why:     "The agent learns that the program is missing half way through. Named in compatibility, or in the body, it can be checked before.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\necho '{}' | jq .\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\ncompatibility: Needs jq\n---\nRun scripts/run.sh.\n-- skill/scripts/run.sh (0755) --\n#!/bin/bash\necho '{}' | jq .\n",
		Source:  "agentskills.io using-scripts (state prerequisites)",
		Levels:  lint.Levels{lint.Any: parse.Info},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if !isShellScript(f) || isTestPath(f.Path) {
					continue
				}
				if missing := undeclared(f, strings.ToLower(string(p.Skill.Source))); len(missing) > 0 {
					p.ReportIn(f, f.Span(0, 0), "needs %s, which SKILL.md does not name", strings.Join(missing, ", ")).
						Hint("name it under compatibility, or in the body")
				}
			}
		},
	}
}

// extraPrograms are programs that scripts like to use and plain systems lack.
var extraPrograms = []string{
	"aws", "az", "bun", "cargo", "deno", "docker", "exiftool", "fd", "ffmpeg", "ffprobe", "gcloud", "gh", "glab", "helm", "jq",
	"kubectl", "magick", "node", "npm", "npx", "pandoc", "pdftotext", "pnpm", "podman", "psql", "rg", "sqlite3", "terraform", "tmux",
	"uv", "uvx", "yarn", "yq", "yt-dlp",
}

// undeclared lists the extra programs that a script calls and text does not
// name, sorted.
func undeclared(f *lint.File, text string) []string {
	code := string(f.Bytes())
	wanted := map[string]bool{}
	for _, program := range extraPrograms {
		if strings.Contains(code, program) && !strings.Contains(text, program) {
			wanted[program] = true
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(code), f.Path)
	if err != nil {
		return nil
	}
	var missing []string
	for _, c := range calls(file) {
		if name, _ := words(c); wanted[name] {
			missing = append(missing, name)
			delete(wanted, name)
		}
	}
	sort.Strings(missing)
	return missing
}
