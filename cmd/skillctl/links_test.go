package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// TestDocumentLinksLeadSomewhere follows every link of README.md, docs and
// examples to a file or a heading.
func TestDocumentLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	var pages []string
	for _, pattern := range []string{"../../*.md", "../../examples/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	err := filepath.WalkDir("../../docs", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".md" {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		source, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range parse.ParseMarkdown(source, 0).Links {
			if problem := follow(page, link.Destination); problem != "" {
				t.Errorf("%s:%d: %s", page, link.Span.Start.Line, problem)
			}
		}
	}
}

// follow says what is wrong with a link of a page; links to elsewhere are not
// followed.
func follow(page, destination string) string {
	if strings.Contains(destination, "://") || strings.HasPrefix(destination, "mailto:") {
		return ""
	}
	file, fragment, _ := strings.Cut(destination, "#")
	target := page
	if file != "" {
		target = filepath.Join(filepath.Dir(page), filepath.FromSlash(file))
	}
	info, err := os.Stat(target)
	if err != nil {
		return err.Error()
	}
	if fragment == "" || info.IsDir() {
		return ""
	}
	source, err := os.ReadFile(target)
	if err != nil {
		return err.Error()
	}
	if !parse.ParseMarkdown(source, 0).Fragment(fragment) {
		return destination + ": no such heading"
	}
	return ""
}
