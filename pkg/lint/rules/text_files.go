package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/pkg/lint"
)

// sniffBytes is how much of a file is looked at to tell text from binary.
const sniffBytes = 8 << 10

// textFiles are SKILL.md and the skill's other text files. The slice must not
// be changed.
func textFiles(p *lint.Pass) []*lint.File {
	return lint.Once(p, "text files", func() []*lint.File {
		files := []*lint.File{p.SkillFile()}
		for _, f := range p.Files() {
			if isText(f.Bytes()) {
				files = append(files, f)
			}
		}
		return files
	})
}

// isText reports whether content looks like text: no NUL near its start.
func isText(b []byte) bool {
	return len(b) > 0 && bytes.IndexByte(b[:min(len(b), sniffBytes)], 0) < 0
}

// inFrontmatter reports whether a byte offset of SKILL.md lies in front of the
// body.
func inFrontmatter(p *lint.Pass, f *lint.File, offset int) bool {
	return f == p.SkillFile() && p.Skill.Frontmatter != nil && offset < p.Skill.BodyStart
}
