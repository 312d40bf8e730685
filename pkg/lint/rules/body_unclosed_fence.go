package rules

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func bodyUnclosedFence() lint.Rule {
	return lint.Rule{
		ID: "body-unclosed-fence", Group: lint.Body,
		Summary: "code fence is not closed",
		What: "A fenced code block of SKILL.md or of another Markdown file of the skill goes on to the end of the file. Often a fence " +
			"inside of a fence of the same length closed the outer one too early.",
		Why: "Everything behind the fence is code to whoever renders or parses the file: headings, links and instructions are lost. " +
			"A fence that holds other fences needs more backticks than they have.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n```bash\nqpdf --check form.pdf\n\nThen read the form.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\n```bash\nqpdf --check form.pdf\n```\n\nThen read the form.\n",
		Source: "CommonMark 0.31, section 4.5",
		Levels: lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			eachMarkdown(p, func(f *lint.File) {
				if endsInFence(f.Bytes()) {
					checkUnclosedFence(p, f)
				}
			})
		},
	}
}

// endsInFence follows the fences of a text line by line, blind to quotes and
// lists. It spares most files the work of being parsed.
func endsInFence(src []byte) bool {
	var open []byte
	for len(src) > 0 {
		line, rest, _ := bytes.Cut(src, []byte("\n"))
		src = rest
		run := fenceRun(bytes.TrimLeft(line, " \t>"))
		switch {
		case len(run) < 3:
		case open == nil:
			open = run
		case run[0] == open[0] && len(run) >= len(open) && len(bytes.TrimSpace(bytes.TrimLeft(bytes.TrimLeft(line, " \t>"), string(run[:1])))) == 0:
			open = nil
		}
	}
	return open != nil
}

// fenceRun is the run of backticks or tildes a line begins with.
func fenceRun(line []byte) []byte {
	if len(line) == 0 || line[0] != '`' && line[0] != '~' {
		return nil
	}
	return line[:len(line)-len(bytes.TrimLeft(line, string(line[:1])))]
}

// checkUnclosedFence reports the last code block of a file when it has no
// closing fence.
func checkUnclosedFence(p *lint.Pass, f *lint.File) {
	m := f.Markdown()
	if len(m.CodeBlocks) == 0 {
		return
	}
	b := m.CodeBlocks[len(m.CodeBlocks)-1]
	rest := f.Bytes()[b.Span.End.Offset:]
	if !b.Fenced || strings.TrimSpace(b.Text) == "" || len(bytes.TrimSpace(rest)) > 0 {
		return
	}
	line := b.Span.Start.Line - 1
	start := f.Lines().Start(line)
	found := p.ReportIn(f, f.Span(start, start+len(f.Lines().Text(line))), "code fence is not closed").
		Hint("close it; a fence around other fences needs more backticks than they have")
	for _, e := range markdownExamples(f.Bytes()) {
		if e.last == line {
			found.Hint("give this fence and the one of line %d more backticks than the fences between them have", e.first)
		}
	}
}

// eachMarkdown visits SKILL.md and the Markdown files of the skill that agents
// read, those of templates, examples and tests left out.
func eachMarkdown(p *lint.Pass, visit func(*lint.File)) {
	if p.Skill.Skip == nil {
		visit(p.SkillFile())
	}
	for _, f := range p.Files() {
		if strings.HasSuffix(strings.ToLower(f.Path), ".md") && !isMaterial(f.Path) && path.Base(f.Path) != "SKILL.md" {
			visit(f)
		}
	}
}
