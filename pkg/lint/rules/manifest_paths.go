package rules

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func manifestPath() lint.Rule {
	return lint.Rule{
		ID:      "manifest-path",
		Group:   lint.Repository,
		Summary: "plugin manifest that names no skill",
		What:    "An entry under skills in .claude-plugin/marketplace.json or .claude-plugin/plugin.json that does not start with ./, leaves the plugin, does not exist, or names a SKILL.md file instead of its directory. Manifests are looked for at the top of the repository.",
		Why:     "The plugin installs without an error and the skill is not in it.",
		Bad:     "-- .claude-plugin/marketplace.json --\n{\"name\": \"m\", \"plugins\": [{\"name\": \"p\", \"source\": \"./\", \"skills\": [\"./skills/one/SKILL.md\"]}]}\n-- skills/one/SKILL.md --\n---\nname: one\ndescription: Does one thing. Use when testing.\n---\n# One\n",
		Good:    "-- .claude-plugin/marketplace.json --\n{\"name\": \"m\", \"plugins\": [{\"name\": \"p\", \"source\": \"./\", \"skills\": [\"./skills/one\"]}]}\n-- skills/one/SKILL.md --\n---\nname: one\ndescription: Does one thing. Use when testing.\n---\n# One\n",
		Source:  "Claude Code plugin marketplaces; wshobson/agents#580",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		CheckRepo: func(p *lint.RepoPass) {
			if p.FS == nil {
				return
			}
			if f, ok := p.File(".claude-plugin/marketplace.json"); ok {
				checkMarketplace(p, f)
			}
			if f, ok := p.File(".claude-plugin/plugin.json"); ok {
				checkPlugin(p, f)
			}
		},
	}
}

// pluginSkills is what the manifests have in common. Values of other shapes
// than expected are left to the client's own checks.
type pluginSkills struct {
	Source json.RawMessage `json:"source"`
	Skills json.RawMessage `json:"skills"`
}

func checkMarketplace(p *lint.RepoPass, f *lint.File) {
	var m struct {
		Metadata struct {
			PluginRoot string `json:"pluginRoot"`
		} `json:"metadata"`
		Plugins []pluginSkills `json:"plugins"`
	}
	if !decodeManifest(p, f, &m) {
		return
	}
	for _, plugin := range m.Plugins {
		var source string
		if json.Unmarshal(plugin.Source, &source) != nil {
			continue // somewhere else: a GitHub repository, an npm package
		}
		checkSkillPaths(p, f, path.Join(m.Metadata.PluginRoot, source), plugin.Skills)
	}
}

func checkPlugin(p *lint.RepoPass, f *lint.File) {
	var plugin pluginSkills
	if decodeManifest(p, f, &plugin) {
		checkSkillPaths(p, f, ".", plugin.Skills)
	}
}

func decodeManifest(p *lint.RepoPass, f *lint.File, into any) bool {
	err := json.Unmarshal(f.Bytes(), into)
	var bad *json.SyntaxError
	switch {
	case err == nil:
		return true
	case errors.As(err, &bad):
		at := int(bad.Offset)
		p.ReportIn(f, f.Span(max(at-1, 0), at), "not valid JSON: %s", bad.Error())
	}
	return false
}

func checkSkillPaths(p *lint.RepoPass, f *lint.File, base string, raw json.RawMessage) {
	var paths []string
	if json.Unmarshal(raw, &paths) != nil {
		var one string
		if json.Unmarshal(raw, &one) != nil {
			return
		}
		paths = []string{one}
	}
	for _, s := range paths {
		problem, hint := manifestProblem(p.FS, base, s)
		if problem == "" {
			continue
		}
		at := max(strings.Index(string(f.Bytes()), `"`+s+`"`), 0)
		p.ReportIn(f, f.Span(at, at+len(s)+2), "skill path %q %s", s, problem).Hint("%s", hint)
	}
}

// manifestProblem says what is wrong with an entry, or "".
func manifestProblem(fsys fs.FS, base, entry string) (problem, hint string) {
	if !strings.HasPrefix(entry, "./") {
		return "does not start with ./", "write ./" + strings.TrimLeft(entry, "/.")
	}
	full := path.Join(base, entry)
	if full == ".." || strings.HasPrefix(full, "../") || strings.HasPrefix(path.Clean(entry), "..") {
		return "leaves the plugin", "keep the skill inside the plugin's folder"
	}
	info, err := fs.Stat(fsys, full)
	switch {
	case err != nil:
		return "does not exist", "name a directory that holds a SKILL.md"
	case !info.IsDir():
		return "is a file", "name the directory: " + path.Dir(entry)
	}
	return "", ""
}
