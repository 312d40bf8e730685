package prompt

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// tulipListed is how many files Tulip lists.
const tulipListed = 20

// writeTulip follows the Tulip SDK: the body, a footer with what the
// frontmatter says, and a list of files.
func writeTulip(s *parse.Skill, layer Layer, docs []Document) string {
	switch layer {
	case Whole, Instructions:
	case Entry:
		return tulipEntry(s)
	case Extras:
		return strings.TrimPrefix(tulipFiles(s)+tulipDocuments(docs), "\n\n")
	}
	return body(s) + tulipFooter(s) + tulipFiles(s) + tulipDocuments(docs)
}

// tulipEscaper is the escaping of Tulip's catalog.
var tulipEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func tulipEntry(s *parse.Skill) string {
	return "<skill>\n<name>" + tulipEscaper.Replace(s.Name) + "</name>\n<description>" +
		tulipEscaper.Replace(s.Description) + "</description>\n<location>" +
		tulipEscaper.Replace(Location(s)) + "</location>\n</skill>"
}

func tulipFooter(s *parse.Skill) string {
	var lines []string
	if len(s.AllowedTools) > 0 {
		var tools []string
		for _, t := range s.AllowedTools {
			tools = append(tools, t.Raw)
		}
		lines = append(lines, "Allowed tools: "+strings.Join(tools, ", "))
	}
	if s.Compatibility != "" {
		lines = append(lines, "Compatibility: "+s.Compatibility)
	}
	if s.Dir != "" {
		lines = append(lines, "Location: "+s.Dir)
	}
	return tulipBlock(lines)
}

// tulipBlock is a part of the answer, set off from the one before it.
func tulipBlock(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n\n---\n" + strings.Join(lines, "\n")
}

// tulipFiles lists files directly below scripts/, references/ and assets/,
// the only ones that Tulip knows of.
func tulipFiles(s *parse.Skill) string {
	resources, _ := s.Resources()
	var files []string
	for _, dir := range []string{"scripts/", "references/", "assets/"} {
		for _, r := range resources {
			name, ok := strings.CutPrefix(r.Path, dir)
			if ok && r.Mode.IsRegular() && name[0] != '.' && !strings.Contains(name, "/") && len(files) < tulipListed {
				files = append(files, "- "+r.Path)
			}
		}
	}
	if len(files) == 0 {
		return ""
	}
	return tulipBlock(append([]string{"Resource files:"}, files...))
}

// tulipDocuments appends documents, for which Tulip has no form of its own.
func tulipDocuments(docs []Document) string {
	var b strings.Builder
	for _, d := range docs {
		b.WriteString(tulipBlock([]string{d.Path + ":", "", strings.TrimRight(unixLines(d.Content), "\n")}))
	}
	return b.String()
}
