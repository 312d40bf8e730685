package prompt

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// maxListed is how many files a resource list names. The guide asks for a cap
// and to say so, and sets none.
const maxListed = 200

// writeAgentSkills follows the client implementation guide, "Structured
// wrapping".
func writeAgentSkills(s *parse.Skill, layer Layer, docs []Document) string {
	var b strings.Builder
	switch layer {
	case Entry:
		writeEntry(&b, s)
	case Extras:
		writeResources(&b, s)
		writeDocuments(&b, docs)
	default:
		fmt.Fprintf(&b, "<skill_content name=\"%s\">\n%s\n", xmlEscaper.Replace(s.Name), body(s))
		if s.Dir != "" {
			fmt.Fprintf(&b, "\nSkill directory: %s\n", s.Dir)
			b.WriteString("Relative paths in this skill are relative to the skill directory.\n")
		}
		var extras strings.Builder
		writeResources(&extras, s)
		writeDocuments(&extras, docs)
		if extras.Len() > 0 {
			b.WriteString("\n" + extras.String())
		}
		b.WriteString("</skill_content>")
	}
	return b.String()
}

func writeResources(b *strings.Builder, s *parse.Skill) {
	resources, _ := s.Resources()
	if len(resources) == 0 {
		return
	}
	b.WriteString("<skill_resources>\n")
	for _, r := range resources[:min(len(resources), maxListed)] {
		b.WriteString("  <file>" + xmlEscaper.Replace(r.Path) + "</file>\n")
	}
	if more := len(resources) - maxListed; more > 0 {
		fmt.Fprintf(b, "  <!-- %d more files are not listed -->\n", more)
	}
	b.WriteString("</skill_resources>\n")
}

func writeDocuments(b *strings.Builder, docs []Document) {
	for _, d := range docs {
		fmt.Fprintf(b, "<skill_document path=\"%s\">\n%s\n</skill_document>\n",
			xmlEscaper.Replace(d.Path), strings.TrimRight(unixLines(d.Content), "\n"))
	}
}
