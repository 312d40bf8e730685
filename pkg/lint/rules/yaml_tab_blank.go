package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func yamlTabBlank() lint.Rule {
	return lint.Rule{
		ID: "yaml-tab-blank", Group: lint.Frontmatter, Fixable: true,
		Summary: "tab in the frontmatter outside of quotes",
		What:    "A tab stands in an unquoted text, behind a colon or at the end of a line of the frontmatter, the opening fence included.",
		Why: "YAML allows it, but the YAML reader of Python does not: the reference validator, the packager of claude.ai, tRPC-Agent " +
			"for Python and Tulip see no frontmatter.",
		Bad:    "---\nname:\tpdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   soundSkill,
		Source: "PyYAML and strictyaml, measured; YAML 1.2, section 6.2",
		Levels: lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error, lint.TRPC: parse.Error, lint.Tulip: parse.Error},
		Check: func(p *lint.Pass) {
			if p.Skill.Frontmatter == nil || !p.Skill.Frontmatter.Valid {
				return
			}
			if at := blankTab(p.Skill); at >= 0 {
				p.Report(p.Skill.Lines.Span(at, at+1), "tab outside of quotes, which YAML readers in Python refuse").
					Hint("write a blank").Fix(tabToBlank(p.Skill.Source, at)...)
			}
		},
	}
}

// tabToBlank makes the tabs between a key's colon and its value blanks, where
// they are no part of any text.
func tabToBlank(source []byte, at int) []parse.Edit {
	if at == 0 || source[at-1] != ':' {
		return nil
	}
	end := at
	for end < len(source) && source[end] == '\t' {
		end++
	}
	return []parse.Edit{{Start: at, End: end, New: " "}}
}

// blankTab is the offset of the first tab behind the hyphens of the opening
// fence or in the frontmatter that is not part of a quoted text, a block of
// text or a comment, or -1.
func blankTab(s *parse.Skill) int {
	start, end := s.Frontmatter.Open.Start.Offset+len("---"), s.Frontmatter.Span.End.Offset
	if bytes.IndexByte(s.Source[start:end], '\t') < 0 {
		return -1
	}
	safe := protected(s.Frontmatter.Entries, nil)
	for at := start; at < end; at++ {
		switch c := s.Source[at]; {
		case len(safe) > 0 && at >= safe[0].Start.Offset:
			at, safe = max(at, safe[0].End.Offset-1), safe[1:]
		case c == '#' && (at == start || s.Source[at-1] == ' ' || s.Source[at-1] == '\n'):
			if n := bytes.IndexByte(s.Source[at:end], '\n'); n >= 0 {
				at += n
			} else {
				return -1
			}
		case c == '\t':
			return at
		}
	}
	return -1
}

// protected adds the spans of quoted and block texts in the order of the file.
func protected(entries []parse.Entry, spans []parse.Span) []parse.Span {
	for _, e := range entries {
		spans = protectedValue(e.Value, spans)
	}
	return spans
}

func protectedValue(v *parse.Value, spans []parse.Span) []parse.Span {
	switch {
	case v == nil || v.Alias != "":
	case v.Kind == parse.Scalar && v.Style != parse.Plain:
		spans = append(spans, blockText(v))
	case v.Kind == parse.Sequence:
		for _, item := range v.Items {
			spans = protectedValue(item, spans)
		}
	case v.Kind == parse.Mapping:
		spans = protected(v.Entries, spans)
	}
	return spans
}

// blockText is the span of a quoted text, or of a block of text behind the
// line of its indicator.
func blockText(v *parse.Value) parse.Span {
	span := v.Span
	if v.Style == parse.Literal || v.Style == parse.Folded {
		span.Start.Offset += headerLength
	}
	return span
}

// headerLength is how much of a block of text is looked at for a tab: its
// indicator with a sign and a digit.
const headerLength = len("|-9") + 1
