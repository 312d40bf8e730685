package run

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// resolveCwd finds the working directory, absolute. It is relative to the
// staged skill; one that starts with a slash, with a variable of the
// workspace, or with the workspace's own path is relative to the workspace.
// One outside is an error: falling back to another place in silence, as the
// tRPC reference does (6.5), runs the command where nobody meant it to.
func resolveCwd(l Layout, written string, entries []Entry, own map[string]bool) (string, error) {
	p := strings.ReplaceAll(strings.TrimSpace(written), `\`, "/")
	skill, _ := l.rel(l.Skill)
	if p == "" {
		return l.Skill, nil
	}
	outside := usageError("name a directory of the workspace: scripts, work, $OUTPUT_DIR",
		fmt.Sprintf("--cwd %s: is not inside the workspace", written))
	expanded := l.expandVariable(p)
	switch {
	case expanded != p:
		p = expanded
	case isAbs(p):
		if in := l.insideWorkspace(p); in != p {
			p = in
		} else if p = path.Clean(p); p == "/" {
			p = "."
		} else if p = p[1:]; !isWorkspaceRoot(p) {
			return "", outside
		}
	default:
		p = path.Join(skill, p)
	}
	if strings.HasPrefix(p, "$") || !filepath.IsLocal(filepath.FromSlash(p)) {
		return "", outside
	}
	p = throughLinks(path.Clean(p), skill, own)
	if inSkill, ok := strings.CutPrefix(p, skill+"/"); ok && !hasDir(entries, inSkill) {
		return "", usageError("", fmt.Sprintf("--cwd %s: the skill has no such directory", written))
	}
	if p == nameOut || strings.HasPrefix(p, nameOut+"/") {
		return filepath.Join(l.Output, filepath.FromSlash(strings.TrimPrefix(p, nameOut))), nil
	}
	return filepath.Join(l.Root, filepath.FromSlash(p)), nil
}

// isWorkspaceRoot reports whether a path starts with one of the directories
// of a workspace.
func isWorkspaceRoot(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	switch first {
	case nameSkills, nameWork, nameOut, nameRuns, nameHome, nameTmp:
		return true
	}
	return false
}

// throughLinks follows the links that staging puts into the skill, but for
// the names that the skill brings itself.
func throughLinks(p, skill string, own map[string]bool) string {
	for _, link := range linkNames {
		at := path.Join(skill, link.name)
		if own[link.name] || p != at && !strings.HasPrefix(p, at+"/") {
			continue
		}
		return path.Join(skill, link.target, strings.TrimPrefix(p, at))
	}
	return p
}

func hasDir(entries []Entry, name string) bool {
	for i := range entries {
		if entries[i].Path == name {
			return entries[i].Mode.IsDir()
		}
	}
	return false
}
