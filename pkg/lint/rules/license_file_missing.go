package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func licenseFileMissing() lint.Rule {
	return lint.Rule{
		ID: "license-file-missing", Group: lint.Frontmatter,
		Summary: "license names a file that the skill does not have",
		What:    "The text of `license` names a file such as LICENSE.txt that is not in the skill's directory, letter case included.",
		Why:     "The skill is packed and copied without its terms, and whoever gets it cannot read what they may do with it.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nlicense: Complete terms in LICENSE.txt\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "-- pdf-forms/SKILL.md --\n---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nlicense: Complete terms in LICENSE.txt\n---\n\n# PDF forms\n\nRead the form first.\n-- pdf-forms/LICENSE.txt --\nAll rights reserved.\n",
		Source:  "Agent Skills specification, license; anthropics/claude-code frontend-design",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.Spec: parse.Warning},
		Check:   checkLicenseFile,
	}
}

func checkLicenseFile(p *lint.Pass) {
	license, v, ok := text(p.Skill, "license")
	if !ok || p.Skill.FS == nil {
		return
	}
	for _, word := range strings.FieldsFunc(license, func(r rune) bool { return strings.ContainsRune(" \t\n,;()[]\"'`", r) }) {
		name := strings.TrimRight(word, ".:")
		if !isLicenseFile(name) {
			continue
		}
		if _, found := p.File(name); found {
			continue
		}
		f := p.Report(v.Span, "license names %s, which is not in the skill", name).Hint("add the file, or name the license itself, such as Apache-2.0")
		for _, file := range p.Files() {
			if strings.EqualFold(file.Path, name) {
				f.Hint("the skill has %s: letter case counts on most systems", file.Path)
			}
		}
	}
}

// isLicenseFile says that a word is the name of a license file: LICENSE,
// COPYING or NOTICE with a text extension.
func isLicenseFile(word string) bool {
	if strings.Contains(word, "://") || strings.Contains(word, "..") {
		return false
	}
	base := strings.ToLower(word[strings.LastIndexByte(word, '/')+1:])
	stem, ext, _ := strings.Cut(base, ".")
	if ext != "txt" && ext != "md" {
		return false
	}
	for _, prefix := range []string{"license", "licence", "copying", "notice"} {
		if strings.HasPrefix(stem, prefix) {
			return true
		}
	}
	return false
}
