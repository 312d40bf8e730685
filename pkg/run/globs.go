package run

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Glob is one pattern of outputs.
type Glob struct {
	// Pattern is relative to the workspace; a pattern that starts with out/
	// is looked for in the output directory, wherever that is.
	Pattern string `json:"pattern"`
	// Base is the directory the walk starts in, Rest what is matched below
	// it; both slash-separated.
	Base string `json:"-"`
	Rest string `json:"-"`
}

// DefaultOutputs are the patterns of a run that names none.
func DefaultOutputs() []string { return []string{nameOut + "/**"} }

// parseGlobs reads output patterns as the tRPC reference does (6.10): blank
// ones are dropped, backslashes are slashes, a leading variable of the
// workspace is replaced. An absolute pattern counts when it lies in the
// workspace or in the output directory; one with .. or from elsewhere is
// refused.
func parseGlobs(l Layout, patterns []string) ([]Glob, error) {
	var globs []Glob
	for _, written := range patterns {
		p := strings.ReplaceAll(strings.TrimSpace(written), `\`, "/")
		if p == "" {
			continue
		}
		if slices.Contains(strings.Split(p, "/"), "..") {
			return nil, globError(written, "it leads upwards")
		}
		p = l.insideWorkspace(l.expandVariable(p))
		p = path.Clean(p)
		if isAbs(p) || strings.HasPrefix(p, "$") {
			return nil, globError(written, "it lies outside the workspace")
		}
		if !doublestar.ValidatePattern(p) {
			return nil, globError(written, "it is no pattern")
		}
		base, rest := doublestar.SplitPattern(p)
		g := Glob{Pattern: p, Base: base, Rest: rest}
		if !slices.Contains(globs, g) {
			globs = append(globs, g)
		}
	}
	return globs, nil
}

func globError(pattern, why string) error {
	return usageError("patterns are relative to the workspace: out/**, work/*.csv, $OUTPUT_DIR/report.md",
		fmt.Sprintf("--output %s: %s", pattern, why))
}

// isAbs reports whether a path with slashes is absolute: one with a drive is on
// Windows, and one that begins with a slash is to the shell.
func isAbs(p string) bool { return path.IsAbs(p) || filepath.IsAbs(filepath.FromSlash(p)) }

// insideWorkspace makes an absolute path below the output directory or the
// workspace relative to the workspace.
func (l Layout) insideWorkspace(p string) string {
	if !isAbs(p) {
		return p
	}
	for _, dir := range []struct{ abs, rel string }{{l.Output, nameOut}, {l.Root, "."}} {
		if rest, ok := strings.CutPrefix(p, strings.TrimSuffix(filepath.ToSlash(dir.abs), "/")+"/"); ok {
			return path.Join(dir.rel, rest)
		}
	}
	return p
}
