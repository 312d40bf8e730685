package rules

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileUnreferenced() lint.Rule {
	return lint.Rule{
		ID:      "file-unreferenced",
		Group:   lint.Links,
		Summary: "document that nothing in the skill names",
		What:    "A Markdown file below references/ whose name stands in no document and no script of the skill, and whose folder is not named as a whole. One finding a skill names the first and counts the rest.",
		Why:     "The agent learns of files only by what it reads. A document that nothing names is never opened.",
		Bad:     linkSkill + "# Body\n-- skill/references/guide.md --\n# Guide\n",
		Good:    linkSkill + "Read references/guide.md.\n-- skill/references/guide.md --\n# Guide\n",
		Source:  "daymade/claude-code-skills#453",
		Levels:  lint.Levels{lint.Any: parse.Info},
		Check:   checkUnreferenced,
	}
}

func checkUnreferenced(p *lint.Pass) {
	var documents []*lint.File
	for _, f := range p.Files() {
		if strings.HasPrefix(f.Path, "references/") && f.IsMarkdown() {
			documents = append(documents, f)
		}
	}
	if len(documents) == 0 {
		return
	}
	named, folders := namesIn(p)
	first, n := "", 0
	for _, f := range documents {
		base := strings.ToLower(path.Base(f.Path))
		if named[base] || named[strings.TrimSuffix(base, path.Ext(base))] || folders[strings.ToLower(path.Dir(f.Path))] {
			continue
		}
		if n++; n == 1 {
			first = f.Path
		}
	}
	switch {
	case n == 1:
		p.ReportPath(first, "nothing in the skill names this file").Hint("link to it from SKILL.md, or remove it")
	case n > 1:
		p.ReportPath(first, "nothing in the skill names this file and %d more", n-1).Hint("link to them from SKILL.md, or remove them")
	}
}

// namesIn are the base names of files that the skill's texts mention, in lower
// case, and the folders that they mention as a whole.
func namesIn(p *lint.Pass) (names, folders map[string]bool) {
	names, folders = map[string]bool{}, map[string]bool{}
	for _, f := range textFiles(p) {
		text := f.Bytes()
		for at := 0; at < len(text); at++ {
			i := bytes.IndexAny(text[at:], "./`")
			if i < 0 {
				break
			}
			at += i
			start, end := at, at+1
			for start > 0 && isNameByte(text[start-1]) {
				start--
			}
			for end < len(text) && isNameByte(text[end]) {
				end++
			}
			switch text[at] {
			case '.':
				names[strings.ToLower(strings.Trim(string(text[start:end]), "."))] = true
			case '/':
				if end == at+1 { // a folder, named as such
					folders[strings.ToLower(folderBefore(text, at))] = true
				}
			case '`':
				if end < len(text) && text[end] == '`' {
					names[strings.ToLower(string(text[at+1:end]))] = true
				}
			}
		}
	}
	return names, folders
}

// folderBefore is the path that ends at the slash at offset at.
func folderBefore(text []byte, at int) string {
	start := at
	for start > 0 && (isNameByte(text[start-1]) || text[start-1] == '/') {
		start--
	}
	return strings.TrimPrefix(strings.Trim(string(text[start:at]), "/"), "./")
}

func isNameByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == '.' || b >= 0x80
}
