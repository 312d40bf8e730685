package rules

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func evalsJSON() lint.Rule {
	return lint.Rule{
		ID: "evals-json", Group: lint.Structure,
		Summary: "evals/evals.json cannot be used",
		What:    "The file `evals/evals.json` is no valid JSON, has no list `evals`, or names another skill in `skill_name`.",
		Why:     "Evaluation tools stop at it, or measure another skill.",
		Bad:     "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/evals/evals.json --\n{\"skill_name\": \"pdf-forms\", \"evals\": [}\n",
		Good:    "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/evals/evals.json --\n{\"skill_name\": \"pdf-forms\", \"evals\": []}\n",
		Source:  "Agent Skills, evaluating skills; anthropics/skills skill-creator schemas.md",
		Levels:  lint.Levels{lint.Core: parse.Warning},
		Check:   checkEvalsJSON,
	}
}

func checkEvalsJSON(p *lint.Pass) {
	f, ok := p.File("evals/evals.json")
	if !ok || f.Err() != nil {
		return
	}
	var doc any
	if err := json.Unmarshal(bytes.TrimPrefix(f.Bytes(), []byte("\ufeff")), &doc); err != nil {
		span := parse.Span{}
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			span = f.Span(max(int(syntax.Offset)-1, 0), int(syntax.Offset))
		}
		p.ReportIn(f, span, "no valid JSON: %v", err).Hint("repair the JSON")
		return
	}
	object, isObject := doc.(map[string]any)
	if !isObject {
		return // a plain list is in use, too
	}
	name, _ := object["skill_name"].(string)
	if at := bytes.Index(f.Bytes(), []byte(`"`+name+`"`)); name != "" && at >= 0 && name != p.Skill.Name && name != p.Skill.DirName {
		p.ReportIn(f, f.Span(at, at+len(name)+2), "skill_name is %q, the skill is %q", name, p.Skill.Name).Hint("write %q", p.Skill.Name)
	}
}
