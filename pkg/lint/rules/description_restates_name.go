package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func descriptionRestatesName() lint.Rule {
	return lint.Rule{
		ID: "description-restates-name", Group: lint.Description,
		Summary: "description says no more than the name",
		What:    "The description is the name again, in other letter case or with blanks for hyphens.",
		Why:     "It adds nothing for the agent that decides whether to load the skill.",
		Bad:     "---\nname: fill-in-pdf-forms\ndescription: Fill in PDF forms.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: fill-in-pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Agent Skills specification, description",
		Levels:  lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			d, v, ok := text(p.Skill, "description")
			if ok && restatesName(p.Skill.Name, d) {
				p.Report(v.Span, "description %q only repeats the name", d).Hint("say what the skill does and when to use it")
			}
		},
	}
}

// restatesName compares a name with a description, letters and digits only.
func restatesName(name, description string) bool {
	name, description = kebab(name), kebab(description)
	return name != "" && (description == name || description == name+"-skill" || description == "the-"+name+"-skill")
}
