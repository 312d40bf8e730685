// Gendocs writes the documents that are made from the program: a page and a
// man page for each command, a page for each lint rule, and the schema of the
// configuration.
//
// Usage: go run ./cmd/skillctl/gendocs DIR     (DIR is docs in the repository)
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs DIR")
		os.Exit(2)
	}
	if err := generate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(3)
	}
}
