package rules

import (
	"bytes"
	"encoding/json"
	"path"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func autoRunFile() lint.Rule {
	return lint.Rule{
		ID:      "auto-run-file",
		Group:   lint.Security,
		Summary: "file that makes tools run commands by themselves",
		What:    "A package.json with preinstall, install or postinstall scripts, .claude/settings.json with hooks, or .vscode/tasks.json with a task that runs when the folder opens, inside a skill.",
		Why:     "The command runs when somebody installs dependencies or opens the folder, long before an agent decides to run anything.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Builds. Use when testing.\n---\n# Body\n-- skill/package.json --\n{\"scripts\": {\"postinstall\": \"node setup.js\"}}\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Builds. Use when testing.\n---\n# Body\n-- skill/package.json --\n{\"scripts\": {\"build\": \"node build.js\"}}\n",
		Source:  "security reference S06; skills.sh Agent Trust Hub",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				key, what := autoRunKey(f)
				if key == "" {
					continue
				}
				at := max(bytes.Index(f.Bytes(), []byte(`"`+key+`"`)), 0)
				p.ReportIn(f, f.Span(at, at+len(key)+2), "%s %s", key, what).Hint("leave it out of the skill, or say in SKILL.md what it does and why")
			}
		},
	}
}

// autoRunKey finds the key of a file that makes a tool run something.
func autoRunKey(f *lint.File) (key, what string) {
	switch {
	case path.Base(f.Path) == "package.json":
		var m struct {
			Scripts map[string]string `json:"scripts"`
		}
		if json.Unmarshal(f.Bytes(), &m) == nil {
			for _, k := range []string{"preinstall", "install", "postinstall"} {
				if m.Scripts[k] != "" {
					return k, "runs whenever the dependencies are installed"
				}
			}
		}
	case path.Base(path.Dir(f.Path)) == ".claude" && path.Ext(f.Path) == ".json":
		if bytes.Contains(f.Bytes(), []byte(`"hooks"`)) {
			return "hooks", "run commands when Claude Code works in this folder"
		}
	case path.Base(f.Path) == "tasks.json" && path.Base(path.Dir(f.Path)) == ".vscode":
		if bytes.Contains(f.Bytes(), []byte(`"folderOpen"`)) {
			return "folderOpen", "runs a task when the folder is opened"
		}
	}
	return "", ""
}
