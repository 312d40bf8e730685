package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// lintInput is what is to be checked.
type lintInput struct {
	lint.Input
	repos  []lint.Repo
	status exitStatus // of the paths that failed
}

// input reads the skills at the paths. A path that cannot be read is told on
// standard error and the others are still checked.
func (c *lintCmd) input(ctx context.Context, args []string) (*lintInput, error) {
	if len(args) == 1 && args[0] == "-" {
		return c.stdin()
	}
	var roots []parse.Root
	for _, source := range c.app.sources(args, rootFlags{}) {
		roots = append(roots, c.root(ctx, source))
	}
	catalog, err := c.app.scan(ctx, roots)
	if err != nil {
		return nil, err
	}
	in := &lintInput{Input: lint.InputOf(catalog)}
	for _, r := range catalog.Roots {
		if c.fix && !c.diff && r.Kind != kindDir {
			return nil, usage("fetch it to a directory first, or use --diff", "%s: --fix repairs directories only", r.Source)
		}
		in.repos = append(in.repos, c.repoOf(r))
	}
	return in, c.failures(catalog, in)
}

// failures tells the roots that cannot be read, and whether there is nothing
// to check.
func (c *lintCmd) failures(catalog *parse.Catalog, in *lintInput) error {
	var names []string
	failed := 0
	for _, r := range catalog.Roots {
		names = append(names, r.Source)
		if r.Err != nil {
			failed++
		}
	}
	if failed == len(catalog.Roots) && failed == 1 {
		return catalog.Roots[0].Err
	}
	in.status = c.app.rootErrors(catalog)
	if failed < len(catalog.Roots) && len(in.Skills) == 0 && len(in.Diagnostics) == 0 {
		return fail(codeNotFound, "a skill is a directory with a SKILL.md", "no skill found in %s", strings.Join(names, ", "))
	}
	return nil
}

// plainCause leaves out the path that the message names already.
func plainCause(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// root makes a path ready. A file that is no archive stands for the skill it
// belongs to.
func (c *lintCmd) root(ctx context.Context, source string) parse.Root {
	path := c.app.abs(source)
	if hasScheme(source) || !isSource(path) || isArchiveName(path) {
		return c.app.openRoot(ctx, source)
	}
	dir := skillAbove(path)
	if dir == "" {
		err := fail(codeNotFound, "give a file below a directory with a SKILL.md, or a directory", "%s: belongs to no skill", source)
		return parse.Root{Source: source, Kind: kindDir, Err: err}
	}
	return parse.Root{Source: source, Kind: kindDir, Path: dir}
}

// skillAbove is the nearest directory above a file that holds a SKILL.md, or
// "".
func skillAbove(file string) string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if hasSkillFile(dir) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

func hasGit(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// repoOf is the git repository around a root, or the root itself.
func (c *lintCmd) repoOf(r parse.Root) lint.Repo {
	if r.Path == "" {
		return lint.Repo{FS: r.FS, Display: r.Source}
	}
	dir := r.Path
	for up := dir; ; up = filepath.Dir(up) {
		if hasGit(up) {
			dir = up
			break
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	return lint.Repo{FS: parse.DirFS(dir), Dir: dir, Display: c.display(dir)}
}

// display is an absolute path as reports show it; "" for the working
// directory.
func (c *lintCmd) display(dir string) string {
	rel, err := filepath.Rel(c.app.wd, dir)
	switch {
	case err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)):
		return filepath.ToSlash(dir)
	case rel == ".":
		return ""
	}
	return filepath.ToSlash(rel)
}

// stdin reads one SKILL.md from standard input. With --stdin-path the rest of
// the skill is read from disk, so that links can be followed.
func (c *lintCmd) stdin() (*lintInput, error) {
	src, err := io.ReadAll(io.LimitReader(c.app.streams.In, parse.MaxFileBytes+1))
	if err != nil {
		return nil, fail(codeUnreadable, "", "standard input: %w", err)
	}
	o := parse.Options{Path: "SKILL.md", FileName: "SKILL.md"}
	in := &lintInput{}
	if c.stdinPath != "" {
		file := c.app.abs(c.stdinPath)
		dir := filepath.Dir(file)
		o = parse.Options{Path: filepath.ToSlash(c.stdinPath), FileName: filepath.Base(file), DirName: filepath.Base(dir)}
		if shown := c.display(file); shown != "" {
			o.Path = shown
		}
		if isDir(dir) {
			o.Dir, o.FS = dir, parse.DirFS(dir)
			in.repos = []lint.Repo{c.repoOf(parse.Root{Path: dir})}
		}
	}
	in.Skills = []*parse.Skill{parse.Parse(src, o)}
	return in, nil
}

// readConfig reads the configuration: the one named, else the nearest one at
// or above the first path, up to the repository's root.
func (c *lintCmd) readConfig(args []string) (*lint.Config, error) {
	file := c.config
	if file == "" {
		if file = c.findConfig(args); file == "" {
			return &lint.Config{}, nil
		}
	}
	path := c.app.abs(file)
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("name a file that exists", "%s: %w", file, plainCause(err))
	}
	shown := c.display(path)
	config, err := lint.ReadConfig(src, shown, lint.IDs(c.rules))
	if err != nil {
		return nil, lintError(err)
	}
	config.Dir, config.WorkDir = filepath.ToSlash(filepath.Dir(path)), filepath.ToSlash(c.app.wd)
	return config, nil
}

// findConfig searches upwards from the first path to the repository's root;
// without a repository, to the working directory when it lies above.
func (c *lintCmd) findConfig(args []string) string {
	start := c.app.wd
	switch {
	case c.stdinPath != "":
		start = filepath.Dir(c.app.abs(c.stdinPath))
	case len(args) > 0 && args[0] != "-":
		start = c.app.abs(args[0])
		if info, err := os.Stat(start); err != nil {
			start = c.app.wd
		} else if !info.IsDir() {
			start = filepath.Dir(start)
		}
	}
	top := topOf(start, c.app.wd)
	for dir := start; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, lint.ConfigName)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
		if dir == top || dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// topOf is where the search for a configuration ends.
func topOf(start, wd string) string {
	for dir := start; ; dir = filepath.Dir(dir) {
		if hasGit(dir) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if rel, err := filepath.Rel(wd, start); err == nil && filepath.IsLocal(rel) {
		return wd
	}
	return start
}
