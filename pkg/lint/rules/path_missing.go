package rules

import (
	"bytes"
	"path"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/needle"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func pathMissing() lint.Rule {
	return lint.Rule{
		ID:      "path-missing",
		Group:   lint.Links,
		Summary: "path in code that names no file of the skill",
		What:    "A path below scripts/, references/ or assets/ in code quotes, or in a command of a shell code block, that the skill does not have. It is a warning in SKILL.md when the skill has that folder, or has a file of that name elsewhere; else a remark, since the path may be one of the user's project or, as in \"the plugin's `scripts/x.sh`\", of something else.",
		Why:     "The agent runs the command, or opens the file, and fails.",
		Bad:     linkSkill + "Run `scripts/convert.py`.\n-- skill/scripts/render.py --\nprint(1)\n",
		Good:    linkSkill + "Run `python3 scripts/render.py --all`, see `references/<topic>.md`.\n-- skill/scripts/render.py --\nprint(1)\n-- skill/references/a.md --\n# A\n",
		Source:  "agentskills.io specification, file references",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			tree := skillTree(p)
			for _, r := range skillPaths(p) {
				reportPath(p, tree, r)
			}
		},
	}
}

func reportPath(p *lint.Pass, tree *fileTree, r reference) {
	if r.outcome != missing && r.outcome != elsewhere {
		return
	}
	found := p.ReportIn(r.file, r.span, "%q is not in the skill", r.target.raw)
	if r.outcome == elsewhere {
		found.Hint("did you mean %s?", r.found)
	} else {
		found.Hint("correct the path or add the file")
	}
	folder, _, _ := strings.Cut(r.target.path, "/")
	line := r.file.Lines().Text(r.span.Start.Line)
	if r.file != p.SkillFile() || isExampleLine(line) || isOwned(r) || !tree.dirs[folder] && r.outcome == missing {
		found.At(lint.Levels{lint.Any: parse.Info})
	}
}

// isOwned reports whether the words before a path give it to something else:
// "the other skill and its `references/x.md`", "the plugin's `scripts/x.sh`",
// "`/other` `references/x.md`".
func isOwned(r reference) bool {
	before := r.file.Bytes()[:r.span.Start.Offset]
	if command, ok := bytes.CutSuffix(before, []byte("` `")); ok {
		at := bytes.LastIndexByte(command, '`')
		return bytes.HasPrefix(command[at+1:], []byte("/")) && !bytes.ContainsAny(command[at+2:], "/ \t\n")
	}
	before = bytes.TrimRight(before, "`")
	for _, owner := range []string{" its ", "'s ", "\u2019s "} {
		if bytes.HasSuffix(before, []byte(owner)) {
			return true
		}
	}
	return false
}

// isExampleLine reports whether a line speaks of files that are to be made, or
// of somebody else's.
func isExampleLine(line string) bool {
	lower := strings.ToLower(line)
	for _, word := range []string{
		"e.g.", "example", "such as", "create", "your ", "generate", "write ", "add ", "would", "could", "project", "optional",
		"if present", "if it exists", "if exists", "might", "like ", "output", "save", "→", "->", "├", "└", "template", "future", "planned", "todo",
	} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// skillPaths are the paths below the conventional folders that stand in code
// of the skill's documents, looked up.
func skillPaths(p *lint.Pass) []reference {
	tree := skillTree(p)
	return lint.Once(p, "paths", func() []reference {
		var refs []reference
		if p.Skill.FS == nil {
			return nil
		}
		for _, f := range textFiles(p) {
			if !f.IsMarkdown() || !mentionsFolder(f.Bytes()) {
				continue
			}
			m := f.Markdown()
			for _, c := range m.CodeSpans {
				refs = appendPaths(refs, p, tree, f, c.Text, func(i int) int { return c.Span.Start.Offset + i })
			}
			for _, b := range m.CodeBlocks {
				if isShellLanguage(b.Language()) {
					refs = appendPaths(refs, p, tree, f, b.Text, b.Offset)
				}
			}
		}
		return outsideExamples(refs)
	})
}

func mentionsFolder(text []byte) bool { return folderNames().Any(text) }

var folderNames = sync.OnceValue(func() *needle.Set { return needle.NewSet("scripts/", "references/", "assets/") })

// appendPaths looks up the paths in a piece of code; offset gives the place in
// the file of a byte of it.
func appendPaths(refs []reference, p *lint.Pass, tree *fileTree, f *lint.File, code string, offset func(int) int) []reference {
	for i := 0; i < len(code); {
		if isPathEnd(code[i]) {
			i++
			continue
		}
		end := i
		for end < len(code) && !isPathEnd(code[end]) {
			end++
		}
		word := code[i:end]
		trimmed := strings.TrimRight(strings.TrimPrefix(word, "./"), ".,:;)")
		if isConventional(trimmed) && path.Ext(trimmed) != "" && !isPlaceholder(trimmed) && !strings.Contains(trimmed, "//") {
			at := i + strings.Index(word, trimmed)
			r := reference{file: f, target: target{kind: targetPath, path: path.Clean(trimmed), raw: trimmed}}
			r.span = f.Span(offset(at), offset(at+len(trimmed)-1)+1)
			r.lookUp(p, tree)
			refs = append(refs, r)
		}
		i = end
	}
	return refs
}

// isPathEnd reports whether a byte ends a path in code.
func isPathEnd(b byte) bool { return strings.IndexByte(" \t\r\n\"'`=()[],;|&<>", b) >= 0 }

func isConventional(s string) bool {
	return strings.HasPrefix(s, "scripts/") || strings.HasPrefix(s, "references/") || strings.HasPrefix(s, "assets/")
}
