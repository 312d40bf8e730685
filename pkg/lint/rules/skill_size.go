package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func skillSize() lint.Rule {
	return lint.Rule{
		ID: "skill-size", Group: lint.Size,
		Summary: "skill is larger than a client takes",
		What: "All files together have more than 30 MB (claude.ai and the Claude API) or 8 MiB (OpenClaw), one file has more than 1 MiB " +
			"(OpenClaw), or there are more than 256 files (OpenClaw).",
		Why:    "The upload is refused, or the skill is not installed.",
		Bad:    "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/assets/form.txt (1100000 bytes) --\nform\n",
		Good:   "-- pdf-forms/SKILL.md --\n" + soundSkill + "-- pdf-forms/assets/form.txt --\nform\n",
		Source: "Claude platform documentation, skills; openclaw/openclaw docs",
		Levels: lint.Levels{lint.OpenClaw: parse.Error, lint.ClaudeAPI: parse.Error},
		Check:  checkSkillSize,
	}
}

func checkSkillSize(p *lint.Pass) {
	claw, claude := clientOf(lint.OpenClaw).Upload, clientOf(lint.ClaudeAPI).Upload
	total := int64(len(p.Skill.Source))
	for _, f := range p.Files() {
		total += f.Resource.Bytes
		if f.Resource.Bytes > claw.FileBytes {
			p.ReportPath(f.Path, "%d bytes; OpenClaw takes at most %d in a file", f.Resource.Bytes, claw.FileBytes).
				Hint("load it when it is needed instead").At(lint.Levels{lint.OpenClaw: parse.Error})
		}
	}
	if n := len(p.Files()) + 1; n > claw.Files {
		p.Report(parse.Span{}, "skill has %d files; OpenClaw takes at most %d", n, claw.Files).
			Hint("leave out what agents do not need").At(lint.Levels{lint.OpenClaw: parse.Error})
	}
	if total > claw.Bytes {
		p.Report(parse.Span{}, "skill has %d bytes; OpenClaw takes at most %d", total, claw.Bytes).
			Hint("leave out what agents do not need").At(lint.Levels{lint.OpenClaw: parse.Error})
	}
	if total > claude.Bytes {
		p.Report(parse.Span{}, "skill has %d bytes; claude.ai takes at most %d", total, claude.Bytes).
			Hint("leave out what agents do not need").At(lint.Levels{lint.ClaudeAPI: parse.Error})
	}
}
