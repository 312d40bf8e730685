package prompt

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// XML is the catalog that skills-ref prints: every tag and every value on its
// own line, in the order given, with the five characters of XML escaped in
// every value, the location too. There is no line end behind the last tag. The
// catalog of no skills is the two outer tags.
func XML(skills []*parse.Skill) string {
	var b strings.Builder
	b.WriteString("<available_skills>\n")
	for _, s := range skills {
		writeEntry(&b, s)
	}
	b.WriteString("</available_skills>")
	return b.String()
}

func writeEntry(b *strings.Builder, s *parse.Skill) {
	b.WriteString("<skill>\n")
	for _, field := range []struct{ tag, text string }{
		{"name", s.Name}, {"description", s.Description}, {"location", Location(s)},
	} {
		b.WriteString("<" + field.tag + ">\n")
		_, _ = xmlEscaper.WriteString(b, field.text) // a Builder does not fail
		b.WriteString("\n</" + field.tag + ">\n")
	}
	b.WriteString("</skill>\n")
}

// xmlEscaper is Python's html.escape with quotes.
var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;")

// Location is the absolute path of a skill's SKILL.md; of a skill that is not
// on disk, the path that reports show.
func Location(s *parse.Skill) string {
	if s.Dir == "" {
		return s.Path
	}
	return filepath.Join(s.Dir, s.FileName)
}

// Overview is the catalog of the tRPC agents: a heading, then a line for each
// skill. Descriptions are folded to one line. There is no line end behind the
// last line.
func Overview(skills []*parse.Skill) string {
	var b strings.Builder
	b.WriteString("Available skills:")
	for _, s := range skills {
		b.WriteString("\n" + overviewLine(s))
	}
	return b.String()
}

func overviewLine(s *parse.Skill) string {
	return "- " + fold(s.Name) + ": " + fold(s.Description)
}

// fold turns every run of white space into one blank.
func fold(text string) string { return strings.Join(strings.Fields(text), " ") }
