package rules

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func trpcFrontmatter() lint.Rule {
	return lint.Rule{
		ID: "trpc-frontmatter", Group: lint.Client,
		Summary: "tRPC-Agent for Go reads another name or description",
		What: "tRPC-Agent for Go does not read YAML but lines: each is cut at its first colon, quotes and comments stay, further lines of " +
			"a value are lost, and a nested `name` or `description` replaces the one at the top. The rule reads the frontmatter that way " +
			"and compares.",
		Why: "The skill is listed under a name with quotes, which nobody asks for, or with another description than the one that is " +
			"written. Measured: one description in four of public skills.",
		Bad:         "---\nname: \"pdf-forms\"\ndescription: 'Fill in PDF forms. Use when: the user has a form.'\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:        "---\nname: pdf-forms\ndescription: >-\n  Fill in PDF forms. Use when: the user has a form.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:      "trpc-group/trpc-agent-go skill/repository.go",
		Levels:      lint.Levels{lint.TRPC: parse.Error},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			if p.Skill.Frontmatter == nil || !p.Skill.Frontmatter.Valid {
				return
			}
			read := readTRPC(p.Skill)
			for key, want := range map[string]string{"name": p.Skill.Name, "description": p.Skill.Description} {
				e, ok := topEntry(p.Skill, key)
				if got := read[key]; ok && want != "" && got != want {
					p.Report(e.Value.Span, "tRPC-Agent for Go reads the %s %s", key, shortened(got)).
						Hint("write %s without quotes and comments on one line, or as a block scalar (>-)", key)
				}
			}
		},
	}
}

// shortened quotes a text for a message, at most 60 characters of it.
func shortened(s string) string {
	r := []rune(s)
	switch {
	case len(r) == 0:
		return "as empty"
	case len(r) > 60:
		return fmt.Sprintf("as %q", string(r[:60])+"…")
	}
	return fmt.Sprintf("as %q", s)
}

// readTRPC reads the frontmatter as tRPC-Agent for Go does: line by line,
// whatever the indentation, the last one of a key wins.
func readTRPC(s *parse.Skill) map[string]string {
	values := map[string]string{}
	first, last := s.Frontmatter.Open.Start.Line+1, s.Frontmatter.Close.Start.Line
	for n := first; n < last; n++ {
		key, value, found := strings.Cut(s.Lines.Text(n), ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !found || key == "" {
			continue
		}
		if !strings.HasPrefix(value, "|") && !strings.HasPrefix(value, ">") {
			values[key] = value
			continue
		}
		if e, ok := topEntry(s, key); ok && e.KeySpan.Start.Line == n {
			values[key] = strings.TrimSpace(e.Value.Text)
		}
		for n+1 < last && isContinuation(s.Lines.Text(n+1)) {
			n++
		}
	}
	return values
}

// isContinuation says that a line belongs to the block of text above it.
func isContinuation(line string) bool {
	return strings.TrimSpace(line) == "" || line[0] == ' ' || line[0] == '\t'
}
