package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

// lintMemory, in bytes, is where the garbage collector begins to work harder:
// what is kept of 50,000 skills takes a little more than half of it.
const lintMemory = 160 << 20

// tuneMemory lets the heap grow up to lintMemory before much is collected,
// unless the environment says otherwise. Linting makes many short-lived values
// and keeps few. The function it returns restores what was set.
func (c *lintCmd) tuneMemory() (restore func()) {
	if c.app.getenv("GOMEMLIMIT") != "" || c.app.getenv("GOGC") != "" {
		return func() {}
	}
	limit, percent := debug.SetMemoryLimit(lintMemory), debug.SetGCPercent(400)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}

// lint checks what the arguments name. The status is that of paths that could
// not be read; they are told on standard error and the others are checked.
func (c *lintCmd) lint(ctx context.Context, args []string, o lint.Options) (*lint.Result, exitStatus, error) {
	if len(args) == 1 && args[0] == "-" {
		result, err := c.stdin(ctx, o)
		return result, exitOK, err
	}
	defer c.tuneMemory()()
	var roots []parse.Root
	for _, source := range c.app.sources(args, rootFlags{}) {
		r := c.root(ctx, source)
		if c.fix && !c.diff && r.Kind != kindDir {
			return nil, exitOK, usage("fetch it to a directory first, or use --diff", "%s: --fix repairs directories only", source)
		}
		roots = append(roots, r)
		o.Repos = append(o.Repos, c.repoOf(r))
	}
	progress := ui.NewProgress(c.app.streams, "checking skills")
	defer progress.Stop()
	so := parse.ScanOptions{WorkDir: c.app.wd, LinkTargets: c.app.userDirs()}
	catalog, result, err := lint.Scan(ctx, roots, so, o)
	progress.Stop()
	if err != nil {
		return nil, exitOK, lintError(err)
	}
	c.app.nameSources(result)
	status, err := c.failures(catalog, result)
	return result, status, err
}

// failures tells the roots that cannot be read, and whether there was nothing
// to check.
func (c *lintCmd) failures(catalog *parse.Catalog, result *lint.Result) (exitStatus, error) {
	var names []string
	failed := 0
	for _, r := range catalog.Roots {
		names = append(names, r.Source)
		if r.Err != nil {
			failed++
		}
	}
	if failed == len(catalog.Roots) && failed == 1 {
		return exitOK, rootError(catalog.Roots[0])
	}
	status := c.app.rootErrors(catalog)
	if failed < len(catalog.Roots) && len(catalog.Skills) == 0 && len(catalog.Skipped) == 0 && len(result.Issues) == 0 {
		return status, fail(codeNotFound, "a skill is a directory with a SKILL.md", "%s: no skill found", strings.Join(names, ", "))
	}
	return status, nil
}

// root makes a path ready. A file that is no archive stands for the skill it
// belongs to.
func (c *lintCmd) root(ctx context.Context, source string) parse.Root {
	path := c.app.abs(source)
	if _, err := os.Stat(path); err != nil && !hasScheme(source) {
		err = c.app.missing(source, fail(codeUnreadable, "check the path", "%s: %w", source, plainCause(err)))
		return parse.Root{Source: source, Kind: kindDir, Err: err}
	}
	if source == "" || hasScheme(source) || !isSource(path) || isArchiveName(path) {
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

// repoOf is the git repository around a root, or the root itself. What was
// fetched belongs to no repository that happens to lie around the cache.
func (c *lintCmd) repoOf(r parse.Root) lint.Repo {
	if r.Path == "" {
		return lint.Repo{FS: r.FS, Display: r.Source}
	}
	dir, entry := r.Path, c.app.cacheEntry(r.Path)
	for up := dir; ; up = filepath.Dir(up) {
		if hasGit(up) {
			dir = up
			break
		}
		if up == entry || up == filepath.Dir(up) {
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

// stdin checks one SKILL.md from standard input. With --stdin-path the rest of
// the skill is read from disk, so that links can be followed; what is wrong
// with its other files is not told.
func (c *lintCmd) stdin(ctx context.Context, o lint.Options) (*lint.Result, error) {
	src, err := readAll(ctx, io.LimitReader(c.app.streams.In, parse.MaxFileBytes+1), parse.MaxFileBytes+1)
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	at := parse.Options{Path: "SKILL.md", FileName: "SKILL.md"}
	if c.stdinPath != "" {
		file := c.app.abs(c.stdinPath)
		dir := filepath.Dir(file)
		at = parse.Options{Path: c.app.rel(file), FileName: filepath.Base(file), DirName: filepath.Base(dir)}
		if isDir(dir) {
			at.Dir, at.FS = dir, parse.DirFS(dir)
			o.Repos = []lint.Repo{c.repoOf(parse.Root{Path: dir})}
		}
	}
	o.OnlyPath = at.Path
	result, err := lint.Run(ctx, lint.Input{Skills: []*parse.Skill{parse.Parse(src, at)}}, o)
	if err != nil {
		return nil, lintError(err)
	}
	return result, nil
}

// readConfig reads the configuration: the one named, else the nearest one at
// or above the first path, up to the repository's root.
func (c *lintCmd) readConfig(ctx context.Context, args []string) (*lint.Config, error) {
	file := c.config
	if file == "" {
		if file = c.findConfig(args); file == "" {
			return &lint.Config{}, nil
		}
	}
	path := c.app.abs(file)
	src, err := c.app.readFlagFile(ctx, file, lint.MaxFileBytes)
	if err != nil {
		return nil, usage(usualHint(err), "%w", err)
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
		c.tellMisnamed(dir)
		if dir == top || dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// tellMisnamed notes a file that looks like a configuration by its name and is
// not read: the choices in it would be missed by nobody but the user.
func (c *lintCmd) tellMisnamed(dir string) {
	for _, name := range []string{".skillctl.yml", "skillctl.yaml", "skillctl.yml"} {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			c.app.note("%s: not read: the configuration is called %s", c.display(file), lint.ConfigName)
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
