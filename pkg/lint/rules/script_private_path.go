package rules

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func scriptPrivatePath() lint.Rule {
	return lint.Rule{
		ID:      "script-private-path",
		Group:   lint.Scripts,
		Summary: "path of one person's machine in a script",
		What:    "A shebang or a line of code in a script that names a file below /home/NAME or /Users/NAME. Names that stand for any user, comments and example data are left alone.",
		Why:     "The path exists on the author's machine only; everywhere else the script fails, and it tells readers more about that machine than they need.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/run.py (0755) --\n#!/home/kim/.venvs/tool/bin/python3\nprint(1)\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Runs a script. Use when testing.\n---\nRun scripts/run.py.\n-- skill/scripts/run.py (0755) --\n#!/usr/bin/env python3\n# was written on /home/kim/notes\nprint(1)\n",
		Source:  "agent-skills best practices, portable scripts",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if isScript(f) {
					checkPrivatePath(p, f)
				}
			}
		},
	}
}

// isScript reports whether a file is code that the skill's commands run.
func isScript(f *lint.File) bool {
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".sh", ".bash", ".zsh", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".ps1":
		return isText(f.Bytes())
	case "":
		return bytes.HasPrefix(f.Bytes(), []byte("#!"))
	}
	return false
}

func checkPrivatePath(p *lint.Pass, f *lint.File) {
	text := f.Bytes()
	if !bytes.Contains(text, []byte("/home/")) && !bytes.Contains(text, []byte("/Users/")) {
		return
	}
	if isTestPath(f.Path) {
		return
	}
	for start := 0; start < len(text); {
		line := lineAt(text, start)
		trimmed := bytes.TrimLeft(line, " \t")
		shebang := start == 0 && bytes.HasPrefix(line, []byte("#!"))
		if shebang || !isComment(trimmed) {
			if at, n := privatePathIn(line); n > 0 {
				what := "path"
				if shebang {
					what = "interpreter"
				}
				p.ReportIn(f, f.Span(start+at, start+at+n), "%s %q exists on one person's machine only", what, line[at:at+n]).
					Hint("use $HOME, an argument or a path relative to the skill")
				return // one is enough to make the point
			}
		}
		start += len(line) + 1
	}
}

// privatePathIn finds the first path below somebody's home in a line.
func privatePathIn(line []byte) (at, n int) {
	for i := range line {
		if line[i] != '/' || i > 0 && (isWordByte(line[i-1]) || line[i-1] == '/' || line[i-1] == '.' || line[i-1] == '}') {
			continue
		}
		end := i
		for end < len(line) && !bytes.ContainsRune([]byte("\"'`),; \t<>|:\\"), rune(line[end])) {
			end++
		}
		candidate := string(line[i:end])
		if personalPath(candidate) && !isPlaceholder(candidate) && strings.Count(candidate, "/") > 2 {
			return i, end - i
		}
	}
	return 0, 0
}

func isWordByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '-' || b == '$'
}

func isComment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("#")) || bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("*")) || bytes.HasPrefix(line, []byte("--"))
}

// isTestPath reports whether a file is test code or example data.
func isTestPath(name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(name), "/") {
		switch part {
		case "test", "tests", "__tests__", "testdata", "fixtures", "examples", "example", "evals":
			return true
		}
	}
	base := strings.ToLower(path.Base(name))
	return strings.HasPrefix(base, "test_") || strings.Contains(base, ".test.") || strings.Contains(base, "_test.")
}
