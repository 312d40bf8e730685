package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyUnclosedComment() lint.Rule {
	return lint.Rule{
		ID: "body-unclosed-comment", Group: lint.Body,
		Summary: "HTML comment is not closed",
		What:    "A line of SKILL.md or of a document begins with `<!--`, outside of code, and no `-->` follows in the file.",
		Why:     "Whoever renders the file sees nothing of what follows; the agent does. What is hidden and what is not is no longer what the author meant.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n<!-- for reviewers\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n<!-- for reviewers -->\n\nRead the form first.\n",
		Source:  "CommonMark 0.31, section 4.6",
		Levels:  lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			eachMarkdown(p, func(f *lint.File) {
				src := f.Bytes()
				if !bytes.Contains(src, []byte("<!--")) {
					return // the usual case, and faster to tell from the start
				}
				at := bytes.LastIndex(src, []byte("<!--"))
				if bytes.Contains(src[at:], []byte("-->")) || at > 0 && src[at-1] != '\n' || inCode(f, at) {
					return
				}
				p.ReportIn(f, f.Span(at, at+len("<!--")), "comment is not closed").Hint("write --> at its end")
			})
		},
	}
}
