package parse

import "strings"

// clientDirs are the directories in which clients keep skills, below a project
// or a home directory. A plain skills/ is not among them: it is no client's
// own.
const clientDirs = `.agents/skills
.claude/skills
.github/skills
.codex/skills
.copilot/skills
.cursor/skills
.gemini/skills
.opencode/skill
.opencode/skills
.config/opencode/skills
.goose/skills
.config/goose/skills
.config/agents/skills
.config/amp/skills
.openclaw/skills
.windsurf/skills
.codeium/windsurf/skills
.kiro/skills
.roo/skills
.pi/skills
.pi/agent/skills
.deepagents/agent/skills`

// ClientDirs lists the directories in which clients keep skills, slash-
// separated, relative to a project or a home directory. A scan searches them
// even when a .gitignore excludes them.
func ClientDirs() []string { return strings.Split(clientDirs, "\n") }

// clientPaths knows the client directories and what leads to them.
type clientPaths struct {
	dirs     map[string]bool // ".agents/skills"
	passages map[string]bool // ".agents"
}

func newClientPaths() clientPaths {
	p := clientPaths{dirs: map[string]bool{}, passages: map[string]bool{}}
	for _, dir := range ClientDirs() {
		p.dirs[dir] = true
		for i := range len(dir) {
			if dir[i] == '/' {
				p.passages[dir[:i]] = true
			}
		}
	}
	return p
}

// step tells where a child directory stands: trail is the path from the
// passage's first segment on, "" when the parent leads to no client
// directory.
func (p clientPaths) step(trail, name string) (next string, client bool) {
	if name == "" {
		return "", false
	}
	if trail != "" {
		full := trail + "/" + name
		if p.dirs[full] {
			return "", true
		}
		if p.passages[full] {
			return full, false
		}
	}
	if name[0] == '.' && p.passages[name] {
		return name, false
	}
	return "", false
}

// stand tells where a root stands: what of its path leads to a client
// directory, and whether it is one.
func (p clientPaths) stand(root string) (trail string, client bool) {
	for name := range strings.SplitSeq(root, "/") {
		trail, client = p.step(trail, name)
	}
	return trail, client
}
