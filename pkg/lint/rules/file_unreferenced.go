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
	named := newMentions(documents)
	for _, f := range textFiles(p) {
		named.read(f.Bytes())
	}
	first, n := "", 0
	for _, f := range documents {
		if named.has(f) {
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

// mentions says of some names of documents and folders, in lower case, whether
// a text mentions them. Other names are not kept: texts are full of them.
type mentions struct {
	names, folders map[string]bool
	lower          []byte
}

func newMentions(documents []*lint.File) *mentions {
	m := &mentions{names: map[string]bool{}, folders: map[string]bool{}}
	for _, f := range documents {
		base, stem, folder := namesOf(f)
		m.names[base], m.names[stem], m.folders[folder] = false, false, false
	}
	return m
}

// namesOf are the names by which a text can mention a document: those of the
// file with and without its extension, and that of its folder.
func namesOf(f *lint.File) (base, stem, folder string) {
	base = strings.ToLower(path.Base(f.Path))
	return base, strings.TrimSuffix(base, path.Ext(base)), strings.ToLower(path.Dir(f.Path))
}

func (m *mentions) has(f *lint.File) bool {
	base, stem, folder := namesOf(f)
	return m.names[base] || m.names[stem] || m.folders[folder]
}

// read looks for the names in a text. It goes over each byte a bounded number
// of times, whatever the text.
func (m *mentions) read(text []byte) {
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '.':
			start, end := at, nameEnd(text, at)
			for start > 0 && isNameByte(text[start-1]) {
				start--
			}
			m.note(m.names, bytes.Trim(text[start:end], "."))
			at = end - 1 // further dots are of the same name
		case '/':
			if nameEnd(text, at+1) == at+1 { // a folder, named as such
				m.note(m.folders, folderBefore(text, at))
			}
		case '`':
			if end := nameEnd(text, at+1); end < len(text) && text[end] == '`' {
				m.note(m.names, text[at+1:end])
			}
		}
	}
}

// nameEnd is where a name ends that begins at offset at.
func nameEnd(text []byte, at int) int {
	for at < len(text) && isNameByte(text[at]) {
		at++
	}
	return at
}

// note marks a name that is looked for.
func (m *mentions) note(wanted map[string]bool, name []byte) {
	if len(name) > folderBytes {
		return
	}
	if isASCII(name) {
		m.lower = appendLower(m.lower[:0], name)
	} else {
		m.lower = bytes.ToLower(name)
	}
	if seen, isWanted := wanted[string(m.lower)]; isWanted && !seen {
		wanted[string(m.lower)] = true
	}
}

// folderBytes is more than the path of any folder or file has.
const folderBytes = 4 << 10

// folderBefore is the path that ends at the slash at offset at.
func folderBefore(text []byte, at int) []byte {
	start := at
	for start > max(0, at-folderBytes) && (isNameByte(text[start-1]) || text[start-1] == '/') {
		start--
	}
	return bytes.TrimPrefix(bytes.Trim(text[start:at], "/"), []byte("./"))
}

func isNameByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == '.' || b >= 0x80
}
