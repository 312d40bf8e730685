package rules

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileJunk() lint.Rule {
	return lint.Rule{
		ID:      "file-junk",
		Group:   lint.Portability,
		Summary: "file that a tool left behind",
		What:    "Python bytecode, .DS_Store, Thumbs.db, desktop.ini, editor backups and the like among the skill's files. One finding a skill names the first and counts the rest.",
		Why:     "Such files grow every copy of the skill and say where and how it was made. `skillctl pack` leaves them out; other ways of publishing do not.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has junk. Use when testing.\n---\n# Body\n-- skill/.DS_Store --\nx\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has no junk. Use when testing.\n---\n# Body\n-- skill/.gitignore --\n.DS_Store\n",
		Source:  "anthropics/skills#78, google-gemini/gemini-cli#26576",
		Levels:  lint.Levels{lint.Any: parse.Info},
		Check: func(p *lint.Pass) {
			first, n := "", 0
			for _, f := range p.Files() {
				if isJunk(f.Path) {
					if n++; n == 1 {
						first = f.Path
					}
				}
			}
			switch {
			case n == 1:
				p.ReportPath(first, "left behind by a tool").Hint("delete it and name it in .gitignore")
			case n > 1:
				p.ReportPath(first, "left behind by a tool, with %d more files of the kind", n-1).Hint("delete them and name them in .gitignore")
			}
		},
	}
}

func isJunk(p string) bool {
	base := path.Base(p)
	switch base {
	case ".DS_Store", "Thumbs.db", "desktop.ini", "ehthumbs.db":
		return true
	}
	switch path.Ext(base) {
	case ".pyc", ".pyo", ".swp", ".bak", ".orig":
		return true
	}
	return strings.HasSuffix(base, "~") || strings.HasPrefix(base, "._") || strings.HasPrefix(p, "__MACOSX/")
}
