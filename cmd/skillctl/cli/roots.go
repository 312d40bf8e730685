package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// rootFlags choose the roots to look for skills in.
type rootFlags struct {
	roots []string
	user  bool
}

// addRoots gives cmd the flags --root and --user.
func addRoots(cmd *cobra.Command, f *rootFlags) {
	cmd.Flags().StringArrayVar(&f.roots, "root", nil,
		"`ROOT` to look in: a directory, an archive or a source; repeatable (default: SKILLS_ROOT, else .)")
	cmd.Flags().BoolVar(&f.user, "user", false, "add the user's skill directories of the known clients")
}

// sources are the roots as written: those given by position and by --root,
// else those of SKILLS_ROOT, else the working directory.
func (a *app) sources(positional []string, f rootFlags) []string {
	given := append(append([]string{}, positional...), f.roots...)
	if len(given) == 0 {
		given = splitRoots(a.getenv("SKILLS_ROOT"))
	}
	if len(given) == 0 {
		given = []string{"."}
	}
	return given
}

// splitRoots reads SKILLS_ROOT: one root a line, or several separated by the
// system's list separator when none of them has a scheme.
func splitRoots(value string) []string {
	var roots []string
	for line := range strings.Lines(value) {
		line = strings.TrimSpace(line)
		parts := []string{line}
		if !hasScheme(line) && !isDir(line) {
			parts = filepath.SplitList(line)
		}
		for _, part := range parts {
			if part != "" {
				roots = append(roots, part)
			}
		}
	}
	return roots
}

// hasScheme reports whether any part of a list is a source with a scheme,
// whose colon is no separator.
func hasScheme(s string) bool {
	return strings.Contains(s, "://") || strings.HasPrefix(s, "github:") || strings.Contains(s, ":github:")
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
