package rules

import (
	"fmt"
	"sync"

	"github.com/skillctl/skillctl/internal/needle"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func trpcToolsSection() lint.Rule {
	return lint.Rule{
		ID: "trpc-tools-section", Group: lint.Tools,
		Summary: "tRPC-Agent reads other tools than the body names",
		What: "tRPC-Agent for Python takes list items behind a line that begins with `Tools:` for the tools of the skill, also inside of " +
			"fenced code and beyond the next heading. The rule compares that reading with the one that stops at headings and leaves " +
			"code alone.",
		Why: "An example in a code block, or a list under the next heading, becomes a request for tools that do not exist. When a skill " +
			"is loaded with only its own tools, the names decide what the agent can do.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nTools:\n- fill_form\n\n## Steps\n\n- Read the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nTools:\n- fill_form\n\nUsage: read the form first.\n\n## Steps\n\n- Read the form first.\n",
		Source: "trpc-group/trpc-agent-python skills/_repository.py",
		Levels: lint.Levels{lint.TRPC: parse.Warning},
		Check: func(p *lint.Pass) {
			if !toolsMark().Any(p.Skill.Source[p.Skill.BodyStart:]) {
				return
			}
			meant := map[string]bool{}
			for _, t := range p.Skill.Tools() {
				meant[t.Name] = true
			}
			var extra []parse.Tool
			for _, t := range p.Skill.ToolsTRPC() {
				if !meant[t.Name] {
					extra = append(extra, t)
				}
			}
			if len(extra) > 0 {
				p.Report(extra[0].Span, "tRPC-Agent takes %q for a tool%s", extra[0].Name, andMore(len(extra)-1)).
					Hint("end the list with a line that contains a colon, or begin the line in the code block otherwise than with tools:")
			}
		},
	}
}

var toolsMark = sync.OnceValue(func() *needle.Set { return needle.NewFoldedSet("tools:") })

// andMore says how many more there are, or nothing.
func andMore(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}
