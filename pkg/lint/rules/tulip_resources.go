package rules

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func tulipResources() lint.Rule {
	return lint.Rule{
		ID: "tulip-resources", Group: lint.Client,
		Summary:     "files that Tulip does not list",
		What:        "Files of the skill lie elsewhere than directly in `scripts/`, `references/` or `assets/`, or there are more than 20 of them.",
		Why:         "Tulip lists only those, and at most 20, when it activates the skill. The agent can still open files that SKILL.md names.",
		Bad:         "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/reference/fields.md --\nA field has a name.\n",
		Good:        "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/references/fields.md --\nA field has a name.\n",
		Source:      "tuliplabs-ai/tulip-agents skills/models.py",
		Levels:      lint.Levels{lint.Tulip: parse.Info},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			listed, hidden := 0, []string(nil)
			for _, f := range p.Files() {
				switch path.Dir(f.Path) {
				case "scripts", "references", "assets":
					listed++
				default:
					if f.Resource.Kind != parse.Doc && f.Resource.Kind != parse.Script || isMaterial(f.Path) || isLegal(f.Path) {
						continue
					}
					hidden = append(hidden, f.Path)
				}
			}
			if len(hidden) > 0 {
				p.Report(parse.Span{}, "Tulip does not list %s%s", hidden[0], andMore(len(hidden)-1)).
					Hint("put files directly into scripts/, references/ or assets/, or name them in SKILL.md")
			}
			if listed > tulipFiles {
				p.Report(parse.Span{}, "Tulip lists %d of the %d files", tulipFiles, listed).Hint("name the important ones in SKILL.md")
			}
		},
	}
}

// isLegal says that a file at the top of a skill speaks to people, not to
// agents: license, notice, change log, readme.
func isLegal(name string) bool {
	low := strings.ToLower(name)
	for _, prefix := range []string{"license", "licence", "copying", "notice", "changelog", "readme", "authors"} {
		if strings.HasPrefix(low, prefix) {
			return true
		}
	}
	return false
}
