package cli

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/internal/spelling"
	"github.com/skillctl/skillctl/pkg/parse"
)

// maxDocBytes is the largest document that is shown, in bytes.
const maxDocBytes = 16 << 20

// pickDocs finds the documents that were asked for, in that order and once
// each; all of them when all is set. An unknown one is an error that names the
// closest.
func pickDocs(s *parse.Skill, wanted []string, all bool) ([]parse.Resource, error) {
	docs := s.Docs()
	if all {
		return docs, nil
	}
	var picked []parse.Resource
	for _, want := range wanted {
		name := path.Clean(strings.ReplaceAll(want, "\\", "/"))
		i := slices.IndexFunc(docs, func(d parse.Resource) bool { return d.Path == name })
		if i < 0 {
			return nil, noDoc(s, want, docs)
		}
		if !slices.Contains(picked, docs[i]) {
			picked = append(picked, docs[i])
		}
	}
	return picked, nil
}

// noDoc is the error of a document that the skill does not have.
func noDoc(s *parse.Skill, want string, docs []parse.Resource) error {
	var names []string
	for _, d := range docs {
		if path.Base(d.Path) == path.Base(want) {
			return fail(codeNotFound, "did you mean "+d.Path+"?", "%s: no document %q", s.Name, want)
		}
		names = append(names, d.Path)
	}
	otherwise := "see the documents with: skillctl docs " + s.Name
	for _, name := range names {
		if len(spelling.Closest(path.Base(want), []string{path.Base(name)})) > 0 {
			otherwise = "did you mean " + name + "?"
			break
		}
	}
	if len(docs) == 0 {
		otherwise = "the skill has no documents: files .md and .txt beside SKILL.md"
	}
	return fail(codeNotFound, suggestion(want, names, otherwise), "%s: no document %q", s.Name, want)
}

// document is a document of a skill with its content.
type document struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

// readDocs reads documents.
func readDocs(s *parse.Skill, docs []parse.Resource) ([]document, error) {
	var read []document
	for _, d := range docs {
		content, err := safefs.ReadFile(s.FS, d.Path, maxDocBytes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path.Join(path.Dir(s.Path), d.Path), plainCause(err))
		}
		read = append(read, document{Path: d.Path, Content: string(content)})
	}
	return read, nil
}

// title is the first heading of a Markdown document, or the first line of
// another one.
func (d document) title() string {
	if strings.EqualFold(path.Ext(d.Path), ".md") {
		if headings := parse.ParseMarkdown([]byte(d.Content), 0).Headings; len(headings) > 0 {
			return headings[0].Text
		}
	}
	for line := range strings.Lines(d.Content) {
		if line = strings.TrimSpace(line); line != "" && line != "---" {
			return line
		}
	}
	return ""
}
