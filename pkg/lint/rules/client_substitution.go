package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func clientSubstitution() lint.Rule {
	return lint.Rule{
		ID: "client-substitution", Group: lint.Client,
		Summary: "placeholder that only one client fills in",
		What: "The body has `$ARGUMENTS` or `${CLAUDE_...}`, which Claude Code replaces, or `{baseDir}`, which OpenClaw replaces. " +
			"Profiles of other clients warn.",
		Why:         "Elsewhere the agent reads the placeholder as it is, and a command with it fails.",
		Bad:         "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRun `python ${CLAUDE_SKILL_DIR}/scripts/fill.py`.\n",
		Good:        "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\n---\n\n# PDF forms\n\nRun `python scripts/fill.py` in the directory of this skill.\n",
		Source:      "Claude Code documentation, skills; openclaw/openclaw docs/tools/skills.md",
		Levels:      lint.Levels{lint.Any: parse.Warning, lint.Core: parse.Info, lint.Spec: 0},
		NeedsLoaded: true,
		Check: func(p *lint.Pass) {
			for _, s := range []struct {
				word, client string
				profile      lint.Profile
			}{
				{"${CLAUDE_", "Claude Code", lint.ClaudeCode},
				{"$ARGUMENTS", "Claude Code", lint.ClaudeCode},
				{"{baseDir}", "OpenClaw", lint.OpenClaw},
			} {
				at := bytes.Index(p.Skill.Source[p.Skill.BodyStart:], []byte(s.word))
				if at < 0 {
					continue
				}
				at += p.Skill.BodyStart
				end := at + len(s.word)
				if i := bytes.IndexByte(p.Skill.Source[at:], '}'); s.word[1] == '{' && i >= 0 && i < 60 {
					end = at + i + 1
				}
				p.Report(p.Skill.Lines.Span(at, end), "%s is filled in by %s only", p.Skill.Source[at:end], s.client).
					Hint("name the path or the input in words, for other clients").
					At(with(clientSubstitution().Levels, s.profile, 0))
			}
		},
	}
}
