package rules

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func pathBackslash() lint.Rule {
	return lint.Rule{
		ID: "path-backslash", Group: lint.Body,
		Summary:     "path of a file of the skill is written with backslashes",
		What:        "Inline code names a file of the skill with backslashes, as `scripts\\fill.py`. Only paths are reported that lead to a file once the backslashes are slashes.",
		Why:         "On Linux and macOS a backslash is no separator: the agent looks for a file of that very name and finds none.",
		Bad:         "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRun `scripts\\fill.py`.\n-- pdf-forms/scripts/fill.py --\nprint()\n",
		Good:        "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRun `scripts/fill.py`.\n-- pdf-forms/scripts/fill.py --\nprint()\n",
		Source:      "Claude platform documentation, skill authoring best practices",
		Levels:      lint.Levels{lint.Core: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			if !strings.Contains(p.Skill.Body(), `\`) {
				return
			}
			for _, c := range p.Skill.Markdown().CodeSpans {
				for word := range strings.FieldsSeq(c.Text) {
					name := path.Clean(strings.TrimPrefix(strings.ReplaceAll(word, `\`, "/"), "./"))
					if _, found := p.File(name); found && strings.Contains(word, `\`) {
						p.Report(c.Span, "%s is written with backslashes", word).Hint("write %s", name)
					}
				}
			}
		},
	}
}
