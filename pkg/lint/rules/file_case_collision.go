package rules

import (
	"path"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileCaseCollision() lint.Rule {
	return lint.Rule{
		ID:      "file-case-collision",
		Group:   lint.Portability,
		Summary: "two names that are one on some disks",
		What:    "Two files or folders of the skill whose names differ in letter case or in Unicode form only.",
		Why:     "macOS and Windows see one name: unpacking writes one file over the other, and git shows a change that nobody made. Archive readers that know the danger refuse the archive.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Shows a collision. Use when testing.\n---\n# Body\n-- skill/references/Guide.md --\na\n-- skill/references/guide.md --\nb\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Shows no collision. Use when testing.\n---\n# Body\n-- skill/references/guide.md --\na\n-- skill/references/guide-2.md --\nb\n",
		Source:  "cloudflare/agent-skills-discovery-rfc#6",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check:   checkFileCaseCollision,
	}
}

func checkFileCaseCollision(p *lint.Pass) {
	seen := map[string]string{}
	for _, f := range p.Files() {
		for name := f.Path; name != "."; name = path.Dir(name) {
			key := fold(name)
			first, known := seen[key]
			if !known {
				seen[key] = name
				continue
			}
			if first == name {
				break // so are its parents
			}
			p.ReportPath(name, "%q and %q are one name on disks that ignore letter case or Unicode form", first, name).
				Hint("rename one of them")
			break
		}
	}
}
