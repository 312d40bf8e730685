// Precision writes docs/precision.md: what the linter finds in a folder of
// public skills with the default target, and what a review of it came to.
//
// Usage: go run ./cmd/skillctl/precision FOLDER REVIEW > docs/precision.md
//
// FOLDER holds one folder for each repository and a README.md with a table of
// their sources and commits. REVIEW is a file of tab-separated lines: the
// fingerprint of a finding, right or wrong, and a remark. With -sample the
// findings to review are printed instead of the page: every error, and a
// random hundred of the warnings, the same on each run.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/lint/rules"
	"github.com/skillctl/skillctl/pkg/parse"
)

func main() {
	sample := flag.Bool("sample", false, "print the findings to review")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: precision [-sample] FOLDER REVIEW")
		os.Exit(2)
	}
	if err := run(os.Stdout, flag.Arg(0), flag.Arg(1), *sample); err != nil {
		fmt.Fprintln(os.Stderr, "precision:", err)
		os.Exit(3)
	}
}

func run(w io.Writer, folder, reviewFile string, sample bool) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	sources, err := readSources(filepath.Join(folder, "README.md"))
	if err != nil {
		return err
	}
	review, err := readReview(reviewFile)
	if err != nil {
		return err
	}
	result, err := lintFolder(folder)
	if err != nil {
		return err
	}
	p := newPage(result, sources, review)
	if sample {
		return p.writeSample(w)
	}
	return p.write(w)
}

// lintFolder lints each repository of the folder on its own, as its
// maintainer would, and joins the results.
func lintFolder(folder string) (*lint.Result, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	all := &lint.Result{}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		dir := filepath.Join(folder, e.Name())
		roots := []parse.Root{{Source: dir, Kind: "dir", Path: dir}}
		o := lint.Options{Rules: rules.All(), Repos: []lint.Repo{{FS: parse.DirFS(dir), Dir: dir, Display: e.Name()}}}
		_, result, err := lint.Scan(context.Background(), roots, parse.ScanOptions{WorkDir: folder}, o)
		if err != nil {
			return nil, err
		}
		all.Skills += result.Skills
		all.Issues = append(all.Issues, result.Issues...)
	}
	return all, nil
}
