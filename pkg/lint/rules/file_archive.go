package rules

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileArchive() lint.Rule {
	return lint.Rule{
		ID:      "file-archive",
		Group:   lint.Portability,
		Summary: "archive inside the skill",
		What:    "A zip or .skill file among the skill's files. It weighs more when a SKILL.md is inside, which is mostly an old package of the skill itself.",
		Why:     "Nobody sees or reviews what is in it, it goes stale, and uploads to claude.ai refuse nested zip files.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has an archive. Use when testing.\n---\n# Body\n-- skill/old.skill (escaped) --\nPK\\x03\\x04 skill/SKILL.md\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has no archive. Use when testing.\n---\n# Body\n-- skill/data.txt --\ntext\n",
		Source:  "Claude API upload rules (no nested zip files)",
		Levels:  lint.Levels{lint.Any: parse.Info, lint.ClaudeAPI: parse.Error},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				checkArchive(p, f)
			}
		},
	}
}

func checkArchive(p *lint.Pass, f *lint.File) {
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".zip", ".skill":
	default:
		return
	}
	if !bytes.HasPrefix(f.Bytes(), []byte("PK")) && f.Err() == nil {
		return
	}
	if bytes.Contains(f.Bytes(), []byte("SKILL.md")) {
		p.ReportPath(f.Path, "archive inside the skill that holds a SKILL.md of its own").
			At(lint.Levels{lint.Any: parse.Warning, lint.ClaudeAPI: parse.Error}).
			Hint("remove it; packages are made from the folder, not kept in it")
		return
	}
	p.ReportPath(f.Path, "archive inside the skill; uploads to claude.ai refuse nested zip files").
		Hint("ship the files themselves")
}
