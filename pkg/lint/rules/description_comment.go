package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionComment() lint.Rule {
	return lint.Rule{
		ID: "description-comment", Group: lint.Description,
		Summary: "description ends at a # that YAML takes for a comment",
		What: "An unquoted description has a blank followed by `#` on its line. For YAML the rest of the line is a comment. " +
			"It is an error where the text plainly goes on behind the `#`, a warning where it may be a remark.",
		Why:    "Every client loads a shorter description than the one that is written, and none says so.",
		Bad:    "---\nname: issue-triage\ndescription: Triage issue #12 and others like it. Use when issues pile up.\n---\n\n# Triage\n\nRead the issue first.\n",
		Good:   "---\nname: issue-triage\ndescription: 'Triage issue #12 and others like it. Use when issues pile up.'\n---\n\n# Triage\n\nRead the issue first.\n",
		Source: "YAML 1.2, section 6.6; measured with every client's reader",
		Levels: lint.Levels{lint.Any: parse.Error, lint.Spec: parse.Warning},
		Check:  checkDescriptionComment,
	}
}

func checkDescriptionComment(p *lint.Pass) {
	v := field(p.Skill, "description")
	if v == nil || v.Kind != parse.Scalar || v.Style != parse.Plain || v.Alias != "" {
		return
	}
	end := v.Span.End
	rest := p.Skill.Lines.Text(end.Line)
	if start := end.Offset - p.Skill.Lines.Start(end.Line); start <= len(rest) {
		rest = rest[start:]
	}
	comment := strings.TrimLeft(rest, " \t")
	if !strings.HasPrefix(comment, "#") || len(comment) == len(rest) || isToolComment(comment) {
		return
	}
	at := end.Offset + len(rest) - len(comment)
	f := p.Report(p.Skill.Lines.Span(at, at+len(comment)), "description ends before %q, which YAML takes for a comment", "#"+strings.TrimPrefix(comment, "#")).
		Hint("put the description in quotes, or write >- behind the key and the text on the next line")
	if !goesOn(v.Text, comment) {
		f.At(lint.Levels{lint.Any: parse.Warning})
	}
}

// isToolComment says that a comment speaks to a tool or to the author.
func isToolComment(comment string) bool {
	word := strings.ToLower(strings.TrimLeft(comment, "# \t"))
	for _, prefix := range []string{"skillctl-", "todo", "fixme", "noqa", "yamllint", "prettier", "cspell", "vale", "markdownlint"} {
		if strings.HasPrefix(word, prefix) {
			return true
		}
	}
	return false
}

// goesOn says that a comment reads as the rest of the text before it: the #
// is part of a word, or the text before it ends in the middle of a sentence
// and a lower-case word follows.
func goesOn(before, comment string) bool {
	rest := strings.TrimLeft(comment, "#")
	word := strings.TrimLeft(rest, " \t")
	if word == "" {
		return false
	}
	if len(word) == len(rest) {
		return true
	}
	return !strings.ContainsAny(before[len(before)-1:], ".!?:;)") && word[0] >= 'a' && word[0] <= 'z'
}
