package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func trpcMultiline() lint.Rule {
	return lint.Rule{
		ID: "trpc-multiline", Group: lint.Client,
		Summary:     "description has several lines",
		What:        "The description contains line breaks, as a literal block (`|`) keeps them.",
		Why:         "tRPC-Agent prints one line for each skill. The rest of the description then stands between the entries as if it were one.",
		Bad:         "---\nname: pdf-forms\ndescription: |-\n  Fill in PDF forms.\n  Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:        "---\nname: pdf-forms\ndescription: >-\n  Fill in PDF forms.\n  Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:      "trpc-group/trpc-agent-go and trpc-agent-python, measured",
		Levels:      lint.Levels{lint.TRPC: parse.Warning},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			if d, v, ok := text(p.Skill, "description"); ok && strings.Contains(d, "\n") {
				p.Report(v.Span, "description has %d lines; tRPC-Agent prints one line for each skill", strings.Count(d, "\n")+1).
					Hint("write >- instead of |")
			}
		},
	}
}
