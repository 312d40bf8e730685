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
	roots, err := c.roots(ctx, args)
	if err != nil {
		return nil, err
	}
	catalog, err := parse.Scan(ctx, roots, parse.ScanOptions{WorkDir: c.app.wd, Jobs: c.jobs})
	if err != nil {
		return nil, err
	}
	in := &lintInput{Input: lint.InputOf(catalog)}
	for _, r := range catalog.Roots {
		in.repos = append(in.repos, c.repoOf(r))
	}
	return in, c.failures(catalog.Roots, in)
}

// failures reports roots that cannot be read and that no skill was found.
func (c *lintCmd) failures(roots []parse.Root, in *lintInput) error {
	var failed []error
	for _, r := range roots {
		if r.Err == nil {
			continue
		}
		err := fail(codeUnreadable, "", "%s: %w", r.Source, plainCause(r.Err))
		if _, own := errors.AsType[*failure](r.Err); own {
			err = r.Err
		}
		failed = append(failed, err)
		status, _ := classify(err)
		in.status = worse(in.status, status)
	}
	if len(failed) > 0 && len(failed) == len(roots) {
		for _, err := range failed[:len(failed)-1] {
			c.tell(err)
		}
		return failed[len(failed)-1]
	}
	for _, err := range failed {
		c.tell(err)
	}
	if len(in.Skills) == 0 && len(in.Diagnostics) == 0 {
		return fail(codeNotFound, "a skill is a directory with a SKILL.md", "no skill found in %s", sourcesOf(roots))
	}
	return nil
}

// tell prints an error that does not end the command.
func (c *lintCmd) tell(err error) {
	_, f := classify(err)
	c.app.printError(f.Error(), f.hint)
}

// plainCause leaves out the path that the message names already.
func plainCause(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

func sourcesOf(roots []parse.Root) string {
	var names []string
	for _, r := range roots {
		names = append(names, r.Source)
	}
	return strings.Join(names, ", ")
}

// roots resolves the paths. A file stands for the skill it belongs to.
func (c *lintCmd) roots(_ context.Context, args []string) ([]parse.Root, error) {
	var roots []parse.Root
	for _, source := range c.app.sources(args, rootFlags{}) {
		roots = append(roots, c.root(source))
	}
	return roots, nil
}

func (c *lintCmd) root(source string) parse.Root {
	r := parse.Root{Source: source, Kind: "dir", Path: c.absolute(source)}
	info, err := os.Stat(r.Path)
	switch {
	case err != nil:
		r.Err = err
	case !info.IsDir():
		dir := skillAbove(r.Path)
		if dir == "" {
			r.Err = fail(codeNotFound, "give a file below a directory with a SKILL.md", "%s: belongs to no skill", source)
		}
		r.Path = dir
	}
	return r
}

// absolute is a path seen from the working directory.
func (c *lintCmd) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(c.app.wd, path)
}

// skillAbove is the nearest directory above a file that holds a SKILL.md, or
// "".
func skillAbove(file string) string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return ""
		}
		for _, e := range entries {
			if strings.EqualFold(e.Name(), "SKILL.md") {
				return dir
			}
		}
		if dir == filepath.Dir(dir) || hasGit(dir) {
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
		file := c.absolute(c.stdinPath)
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
	path := c.absolute(file)
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
		start = filepath.Dir(c.absolute(c.stdinPath))
	case len(args) > 0 && args[0] != "-":
		start = c.absolute(args[0])
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

func asUnknown(err error) (*lint.UnknownError, bool) { return errors.AsType[*lint.UnknownError](err) }

func isConfigError(err error) bool { return errors.Is(err, lint.ErrConfig) }
