package prompt

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/parse"
)

// baseDirToken stands for the skill's directory in bodies and documents of
// trpc-agent-python.
const baseDirToken = "__BASE_DIR__"

// writeTRPC follows the prompt of both tRPC agents for a loaded skill. The
// line of tools is trpc-agent-python's alone.
func writeTRPC(s *parse.Skill, layer Layer, docs []Document) string {
	switch layer {
	case Whole, Instructions:
	case Entry:
		return overviewLine(s)
	case Extras:
		return trpcDocuments(s, docs)
	}
	var b strings.Builder
	b.WriteString("[Loaded] " + s.Name + "\n\n" + withBaseDir(s, body(s)) + "\n")
	b.WriteString("Docs loaded: " + listOr(docPaths(docs), "none") + "\n")
	if tools := toolNames(s); len(tools) > 0 {
		b.WriteString("Tools selected: " + strings.Join(tools, ", ") + "\n")
	}
	b.WriteString(trpcBlocks(s, docs))
	return b.String()
}

// trpcDocuments is the third layer: the documents, and all those there are.
func trpcDocuments(s *parse.Skill, docs []Document) string {
	var all []string
	for _, d := range s.Docs() {
		all = append(all, d.Path)
	}
	return "Docs available: " + listOr(all, "none") + "\nDocs loaded: " + listOr(docPaths(docs), "none") + "\n" + trpcBlocks(s, docs)
}

// trpcBlocks are the documents' texts; empty documents have none.
func trpcBlocks(s *parse.Skill, docs []Document) string {
	var b strings.Builder
	for _, d := range docs {
		if d.Content != "" {
			b.WriteString("\n[Doc] " + d.Path + "\n\n" + withBaseDir(s, unixLines(d.Content)))
			if !strings.HasSuffix(d.Content, "\n") {
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

func withBaseDir(s *parse.Skill, text string) string {
	if s.Dir == "" {
		return text
	}
	return strings.ReplaceAll(text, baseDirToken, s.Dir)
}

func docPaths(docs []Document) []string {
	var paths []string
	for _, d := range docs {
		paths = append(paths, d.Path)
	}
	return paths
}

func toolNames(s *parse.Skill) []string {
	var names []string
	for _, t := range s.Tools() {
		names = append(names, t.Name)
	}
	return names
}

func listOr(words []string, none string) string {
	if len(words) == 0 {
		return none
	}
	return strings.Join(words, ", ")
}
