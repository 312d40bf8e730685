package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// fileName matches inline code that names a file of the repository.
var fileName = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*\.(go|sh|json|txtar|yml)$`)

// TestContributorsPagesNameRealFiles looks for every file that the pages for
// contributors name, by its path or by its name alone.
func TestContributorsPagesNameRealFiles(t *testing.T) {
	t.Parallel()
	var files []string
	err := fs.WalkDir(os.DirFS(repository), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "dist") {
			return fs.SkipDir
		}
		files = append(files, "/"+name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, page := range []string{"docs/architecture.md", "CONTRIBUTING.md"} {
		source, err := os.ReadFile(filepath.Join(repository, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range parse.ParseMarkdown(source, 0).CodeSpans {
			if !fileName.MatchString(code.Text) {
				continue
			}
			named++
			if !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix(f, "/"+code.Text) }) {
				t.Errorf("%s:%d: there is no %s", page, code.Span.Start.Line, code.Text)
			}
		}
	}
	if named < 10 {
		t.Errorf("only %d files were found", named)
	}
}
