package rules

import (
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func metadataVersion() lint.Rule {
	return lint.Rule{
		ID: "metadata-version", Group: lint.Frontmatter,
		Summary: "metadata.version cannot be part of a file name",
		What:    "`metadata.version` contains a slash, a blank or another character that no file name should have, or is longer than 64 characters.",
		Why:     "Archives are named after it. `skillctl pack` refuses such a version unless it is told the name of the file.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  version: \"1.0 (beta)\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  version: \"1.0-beta\"\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "Semantic Versioning 2.0.0; skillctl pack",
		Levels:  lint.Levels{lint.Core: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, e := range p.Skill.Metadata {
				if e.Key != "version" || e.Value == nil || e.Value.Kind != parse.Scalar {
					continue
				}
				if version := strings.TrimSpace(e.Value.Text); !isVersion(version) {
					p.Report(e.Value.Span, "version %q cannot be part of a file name", version).Hint("write a version such as 1.0.0")
				}
			}
		},
	}
}

// isVersion says that a text can stand in the name of a file on every system.
func isVersion(version string) bool {
	if len(version) > maxVersionBytes {
		return false
	}
	return strings.IndexFunc(version, func(r rune) bool {
		return !strings.ContainsRune(".-+_", r) && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}) < 0
}
