package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyConflictMarker() lint.Rule {
	return lint.Rule{
		ID: "body-conflict-marker", Group: lint.Body,
		Summary: "marker of a merge conflict",
		What:    "SKILL.md or a document of the skill has the markers `<<<<<<<`, `=======` and `>>>>>>>` of a merge conflict, each at the start of a line and outside of code.",
		Why:     "Both versions of the text stand in the file, and the agent reads both.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n<<<<<<< HEAD\nRead the form first.\n=======\nCheck the form first.\n>>>>>>> forms\n",
		Good:    soundSkill,
		Source:  "git merge, how conflicts are presented",
		Levels:  lint.Levels{lint.Core: parse.Error},
		Check: func(p *lint.Pass) {
			eachMarkdown(p, func(f *lint.File) {
				at := conflictMarker(f.Bytes())
				if at >= 0 && !inCode(f, at) {
					p.ReportIn(f, f.Span(at, at+len("<<<<<<<")), "merge conflict that was not resolved").Hint("keep one version and remove the markers")
				}
			})
		},
	}
}

// conflictMarker is the offset of the first of three markers that follow each
// other, or -1.
func conflictMarker(src []byte) int {
	start := lineStart(src, []byte("<<<<<<< "), 0)
	if start < 0 {
		return -1
	}
	if middle := lineStart(src, []byte("======="), start); middle < 0 || lineStart(src, []byte(">>>>>>> "), middle) < 0 {
		return -1
	}
	return start
}

// lineStart is the offset of the first line at or behind from that begins with
// prefix, or -1.
func lineStart(src, prefix []byte, from int) int {
	for at := from; at < len(src); {
		i := bytes.Index(src[at:], prefix)
		if i < 0 {
			return -1
		}
		if at+i == 0 || src[at+i-1] == '\n' {
			return at + i
		}
		at += i + 1
	}
	return -1
}
