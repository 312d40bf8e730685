package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/parse/client"
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
		if !hasScheme(line) {
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

// openRoots makes ready the roots of a command. A root that cannot be opened
// is among them, with its error.
func (a *app) openRoots(ctx context.Context, positional []string, f rootFlags) []parse.Root {
	var roots []parse.Root
	for _, source := range a.sources(positional, f) {
		roots = append(roots, a.openRoot(ctx, source))
	}
	if f.user {
		for _, dir := range a.userDirs() {
			if isDir(dir) {
				roots = append(roots, parse.Root{Source: dir, Kind: kindDir, Path: dir})
			}
		}
	}
	return roots
}

// kindDir is the kind of a root that is a directory of the user.
const kindDir = "dir"

// openRoot makes one root ready: a directory as it is, everything else by way
// of the cache.
func (a *app) openRoot(ctx context.Context, source string) parse.Root {
	if source == "" { // a variable that is not set must not mean the working directory
		err := usage("name a directory, or leave it out for the working directory", "the name of a root is empty")
		return parse.Root{Kind: kindDir, Err: err}
	}
	if !isSource(a.abs(source)) && !hasScheme(source) {
		root := parse.Root{Source: source, Kind: kindDir, Path: a.abs(source)}
		switch info, err := os.Stat(root.Path); {
		case err == nil && !info.IsDir():
			root.Path, root.Err = "", specialFile(source) // a path would be opened, to look around it
		case errors.Is(err, fs.ErrNotExist):
			root.Err = a.missing(source, fmt.Errorf("%s: %w", source, plainCause(err)))
		}
		return root
	}
	return a.openSource(ctx, source)
}

// specialFile is the error of a pipe or a device, which is never opened: that
// would wait for a writer.
func specialFile(name string) error {
	return fail(codeUnreadable, "give a directory or an archive", "%s: neither a directory nor a regular file", name)
}

// isSource reports whether a path is a file, which as a root is an archive.
func isSource(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// abs makes a path absolute.
func (a *app) abs(path string) string { return safefs.Abs(a.wd, path) }

// rel is a path as it is shown: relative to the working directory when it
// lies below that, slash-separated.
func (a *app) rel(path string) string {
	if below, err := filepath.Rel(a.wd, path); err == nil && filepath.IsLocal(below) {
		path = below
	}
	return filepath.ToSlash(path)
}

// userDirs are the directories in the user's home where clients keep skills.
func (a *app) userDirs() []string {
	if a.home() == "" {
		return nil
	}
	return client.UserDirs(a.home())
}

// home is the user's home directory, "" when unknown.
func (a *app) home() string {
	if home := a.getenv("HOME"); home != "" {
		return home
	}
	return a.getenv("USERPROFILE")
}

// scan searches roots, with a progress line when that takes long.
func (a *app) scan(ctx context.Context, roots []parse.Root) (*parse.Catalog, error) {
	progress := ui.NewProgress(a.streams, "reading skills")
	defer progress.Stop()
	return parse.Scan(ctx, roots, parse.ScanOptions{WorkDir: a.wd, LinkTargets: a.userDirs()})
}

// rootErrors reports the roots that could not be read and returns the exit
// status that they call for.
func (a *app) rootErrors(cat *parse.Catalog) exitStatus {
	status := exitOK
	for _, root := range cat.Roots {
		if root.Err == nil {
			continue
		}
		s, f := classify(rootError(root))
		status = worse(status, s)
		if f != nil {
			a.printError(f.Error(), f.hint)
		}
	}
	return status
}

// rootError is why a root cannot be read, under the name that the user gave.
func rootError(root parse.Root) error {
	if p, ok := errors.AsType[*fs.PathError](root.Err); ok && p.Error() == root.Err.Error() {
		return fmt.Errorf("%s: %w", root.Source, p.Err)
	}
	if errno, ok := errors.AsType[syscall.Errno](root.Err); ok && errno.Error() == root.Err.Error() {
		return fmt.Errorf("%s: %w", root.Source, errno)
	}
	return root.Err
}

// rootsRead reports whether all roots could be read.
func rootsRead(cat *parse.Catalog) bool {
	return !slices.ContainsFunc(cat.Roots, func(r parse.Root) bool { return r.Err != nil })
}
