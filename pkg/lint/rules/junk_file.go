package rules

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func junkFile() lint.Rule {
	return lint.Rule{
		ID: "junk-file", Group: lint.Structure,
		Summary: "file that a system or an editor left behind",
		What:    "The skill has a `.DS_Store`, `Thumbs.db`, `desktop.ini`, `__MACOSX` entry, AppleDouble file (`._name`), editor backup (`name~`, `.bak`, `.orig`, `.rej`) or swap file.",
		Why:     "It is copied to every user, tells about the author's machine, and `__MACOSX` and `._SKILL.md` confuse installers.",
		Bad:     "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/.DS_Store --\nBud1\n",
		Good:    "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/LICENSE.txt --\nMIT\n",
		Source:  "oaustegard/claude-skills, pull request 106; langgenius/dify#41307",
		Levels:  lint.Levels{lint.Any: parse.Warning, lint.Spec: 0},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if kind := junkKind(f.Path); kind != "" {
					p.ReportPath(f.Path, "%s", kind).Hint("delete it and add it to .gitignore")
				}
			}
		},
	}
}

// junkKind says what left the file behind, or "".
func junkKind(name string) string {
	base := path.Base(name)
	switch low := strings.ToLower(base); {
	case strings.HasPrefix(name, "__MACOSX/") || strings.Contains(name, "/__MACOSX/"), strings.HasPrefix(base, "._"), base == ".DS_Store":
		return "left behind by macOS"
	case low == "thumbs.db" || low == "desktop.ini":
		return "left behind by Windows"
	case strings.HasSuffix(base, "~") && len(base) > 1, strings.HasSuffix(low, ".bak"), strings.HasSuffix(low, ".orig"), strings.HasSuffix(low, ".rej"):
		return "backup copy of an editor or a merge"
	case strings.HasPrefix(base, ".") && (strings.HasSuffix(low, ".swp") || strings.HasSuffix(low, ".swo")):
		return "swap file of an editor"
	}
	return ""
}
