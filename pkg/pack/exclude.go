package pack

import (
	"io/fs"
	"path"
	"strings"

	"github.com/skillctl/skillctl/internal/ignore"
	"github.com/skillctl/skillctl/internal/safefs"
)

// Reason says why an entry of a skill stays out of its packs.
type Reason string

// The reasons.
const (
	ReasonVCS          Reason = "vcs"          // a version control system's folder
	ReasonCache        Reason = "cache"        // made by a tool, made again when missing
	ReasonJunk         Reason = "os-junk"      // made by the operating system
	ReasonEditor       Reason = "editor"       // made by an editor
	ReasonVenv         Reason = "venv"         // a Python virtual environment
	ReasonDependencies Reason = "dependencies" // installed packages
	ReasonEnv          Reason = "env-file"     // .env and its variants, which hold secrets
	ReasonReserved     Reason = "reserved"     // a name the cache keeps for itself
	ReasonOutput       Reason = "output"       // the file that is being written, or an earlier pack of the skill
	ReasonSpecial      Reason = "special"      // a socket, pipe or device
	ReasonSkillIgnore  Reason = "skillignore"  // a .skillignore in the skill says so
	ReasonGitIgnore    Reason = "gitignore"    // a .gitignore in the skill says so
)

// Excluded is an entry of a skill that stays out of its packs. What lies in
// an excluded folder is not listed.
type Excluded struct {
	Path   string `json:"path"` // relative to the skill; a folder ends with a slash
	Reason Reason `json:"reason"`
	Rule   string `json:"rule,omitempty"` // the line of an ignore file that says so
}

// excludedNames are names that stay out wherever they stand, files and
// folders alike, in lower case.
var excludedNames = map[string]Reason{
	".git": ReasonVCS, ".hg": ReasonVCS, ".svn": ReasonVCS, ".bzr": ReasonVCS, "cvs": ReasonVCS, "_darcs": ReasonVCS,
	".jj": ReasonVCS, ".pijul": ReasonVCS, ".fslckout": ReasonVCS,

	"__pycache__": ReasonCache, ".pytest_cache": ReasonCache, ".mypy_cache": ReasonCache, ".ruff_cache": ReasonCache,
	".tox": ReasonCache, ".nox": ReasonCache, ".ipynb_checkpoints": ReasonCache, ".cache": ReasonCache, ".parcel-cache": ReasonCache,
	".turbo": ReasonCache, ".eslintcache": ReasonCache, ".sass-cache": ReasonCache, ".hypothesis": ReasonCache, ".gradle": ReasonCache,
	".terraform": ReasonCache, ".nyc_output": ReasonCache, ".coverage": ReasonCache,

	".ds_store": ReasonJunk, "__macosx": ReasonJunk, "thumbs.db": ReasonJunk, "ehthumbs.db": ReasonJunk, "desktop.ini": ReasonJunk,
	".spotlight-v100": ReasonJunk, ".trashes": ReasonJunk, ".fseventsd": ReasonJunk, ".appledouble": ReasonJunk,
	"$recycle.bin": ReasonJunk, ".directory": ReasonJunk, "icon\r": ReasonJunk,

	".idea": ReasonEditor, ".vscode": ReasonEditor, ".vs": ReasonEditor, ".history": ReasonEditor, ".netrwhist": ReasonEditor,

	".venv": ReasonVenv, "node_modules": ReasonDependencies, "bower_components": ReasonDependencies,

	safefs.Reserved: ReasonReserved,
}

// excludedSuffixes are endings of file names that stay out.
var excludedSuffixes = map[string]Reason{
	".pyc": ReasonCache, ".pyo": ReasonCache, ".swp": ReasonEditor, ".swo": ReasonEditor, "~": ReasonEditor, ".sublime-workspace": ReasonEditor,
}

// filter decides what of a skill stays out.
type filter struct {
	fsys   fs.FS
	name   string // the skill's, "" when it has none
	output string // file being written, relative to the skill, or ""
	// Patterns of the ignore files from the skill's folder down to where the
	// walk is. A line of .skillignore wins over .gitignore, so that it can
	// bring back what git ignores.
	skill, git ignore.Stack
}

// enter returns the filter for what lies directly in dir.
func (f filter) enter(dir string) (filter, error) {
	var err error
	if f.git, err = f.push(f.git, dir, ".gitignore"); err != nil {
		return f, err
	}
	f.skill, err = f.push(f.skill, dir, ".skillignore")
	return f, err
}

func (f filter) push(s ignore.Stack, dir, name string) (ignore.Stack, error) {
	name = path.Join(dir, name)
	info, err := fs.Lstat(f.fsys, name)
	if err != nil || !info.Mode().IsRegular() {
		return s, nil // missing, or nothing git would read
	}
	b, err := safefs.ReadFile(f.fsys, name, ignore.MaxBytes)
	if err != nil {
		return s, err
	}
	return s.Push(ignore.Parse(b, dir)), nil
}

// exclude says why an entry stays out, or "". The SKILL.md of the skill
// itself never does.
func (f filter) exclude(name string, d fs.DirEntry) (Reason, string) {
	base := strings.ToLower(path.Base(name))
	if reason := f.byName(base, name, d); reason != "" {
		return reason, ""
	}
	if strings.EqualFold(name, "SKILL.md") {
		return "", ""
	}
	if ignored, rule := f.skill.Match(name, d.IsDir()); rule != "" {
		return when(ignored, ReasonSkillIgnore), rule
	}
	if ignored, rule := f.git.Match(name, d.IsDir()); rule != "" {
		return when(ignored, ReasonGitIgnore), rule
	}
	return "", ""
}

func when(yes bool, r Reason) Reason {
	if yes {
		return r
	}
	return ""
}

// byName applies the default list. base is the entry's own name in lower case.
func (f filter) byName(base, name string, d fs.DirEntry) Reason {
	if r, ok := excludedNames[base]; ok {
		return r
	}
	switch {
	case name == f.output, f.isPack(name):
		return ReasonOutput
	case strings.HasPrefix(base, "._"):
		return ReasonJunk
	case strings.HasPrefix(base, ".env") && !strings.HasSuffix(base, ".example"):
		return ReasonEnv
	case strings.HasPrefix(base, ".#"), len(base) > 2 && base[0] == '#' && base[len(base)-1] == '#':
		return ReasonEditor
	case d.IsDir():
		return when(f.isVenv(name), ReasonVenv)
	case d.Type()&fs.ModeSymlink == 0 && !d.Type().IsRegular():
		return ReasonSpecial
	}
	for suffix, r := range excludedSuffixes {
		if strings.HasSuffix(base, suffix) {
			return r
		}
	}
	return ""
}

// isPack recognizes packs of the skill, and their signatures, that were written
// into its own folder: "pack ." must not pack the pack before it.
func (f filter) isPack(name string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSuffix(name, SignatureSuffix), f.name)
	if !ok || f.name == "" || strings.Contains(name, "/") || rest != "" && rest[0] != '-' && rest[0] != '.' {
		return false
	}
	format := FormatOf(rest)
	return format != "" && format != Tar // no pack is a bare tar
}

// isVenv recognizes a virtual environment of any name by the file that marks
// it for Python.
func (f filter) isVenv(dir string) bool {
	info, err := fs.Stat(f.fsys, path.Join(dir, "pyvenv.cfg"))
	return err == nil && info.Mode().IsRegular()
}
