package run

import (
	"crypto/rand"
	"encoding/hex"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// Layout are the directories of a workspace, absolute.
type Layout struct {
	Root     string `json:"root"`
	Skills   string `json:"skills"`
	Skill    string `json:"skill"` // skills/<name>
	Work     string `json:"work"`
	Inputs   string `json:"inputs"`
	Output   string `json:"output"` // where outputs are collected; elsewhere when OUTPUT_DIR says so
	Home     string `json:"home"`
	Tmp      string `json:"tmp"`
	Run      string `json:"run"`
	Metadata string `json:"metadata"`
}

// The names in a workspace.
const (
	nameSkills   = "skills"
	nameWork     = "work"
	nameInputs   = "inputs"
	nameOut      = "out"
	nameHome     = "home"
	nameTmp      = "tmp"
	nameRuns     = "runs"
	nameMetadata = "metadata.json"
)

// newLayout names the directories of the workspace at root.
func newLayout(root, skillDir string, now time.Time) Layout {
	join := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	return Layout{
		Root: root, Skills: join(nameSkills), Skill: join(nameSkills, skillDir), Work: join(nameWork),
		Inputs: join(nameWork, nameInputs), Output: join(nameOut), Home: join(nameHome), Tmp: join(nameTmp),
		Run: join(nameRuns, "run_"+now.UTC().Format("20060102T150405.000000")), Metadata: join(nameMetadata),
	}
}

// workspaceName is ws_<id>_<random>.
func workspaceName(id string) string {
	var random [8]byte
	// crypto/rand.Read never fails since Go 1.24: it ends the program instead.
	_, _ = rand.Read(random[:])
	return "ws_" + safeID(id) + "_" + hex.EncodeToString(random[:])
}

// maxIDBytes keeps directory names short; the session's exact id is kept
// elsewhere.
const maxIDBytes = 64

// safeID replaces everything but letters, digits, - and _ by _.
func safeID(id string) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, id)
	return safe[:min(len(safe), maxIDBytes)]
}

// linkNames are the links in the staged skill, and where they lead from it.
var linkNames = []struct{ name, target string }{
	{nameOut, "../../" + nameOut},
	{nameWork, "../../" + nameWork},
	{nameInputs, "../../" + nameWork + "/" + nameInputs},
}

// rel is a path of the workspace relative to its root, slash-separated.
func (l Layout) rel(p string) (string, bool) {
	r, err := filepath.Rel(l.Root, p)
	if err != nil || !filepath.IsLocal(r) {
		return "", false
	}
	return filepath.ToSlash(r), true
}

// writable are the directories that a command may always change.
func (l Layout) writable() []string {
	return []string{l.Work, l.Output, l.Home, l.Tmp, l.Run}
}

// variables are the directories by the name of their environment variable.
func (l Layout) variables() map[string]string {
	return map[string]string{
		"WORKSPACE_DIR": l.Root, "SKILLS_DIR": l.Skills, "WORK_DIR": l.Work, "OUTPUT_DIR": l.Output, "RUN_DIR": l.Run,
	}
}

// expandVariable replaces a leading $NAME or ${NAME} of the workspace's
// variables by its directory relative to the workspace: NormalizeGlobs of the
// tRPC reference, 6.10, with RUN_DIR besides. The bare form needs no boundary
// there, so $WORK_DIRx is work/x.
func (l Layout) expandVariable(p string) string {
	for name, dir := range l.variables() {
		rel, ok := l.rel(dir)
		if name == "OUTPUT_DIR" {
			rel, ok = nameOut, true
		}
		if !ok {
			continue
		}
		for _, form := range []string{"${" + name + "}", "$" + name} {
			if rest, found := strings.CutPrefix(p, form); found {
				return path.Join(rel, strings.TrimLeft(rest, "/"))
			}
		}
	}
	return p
}
