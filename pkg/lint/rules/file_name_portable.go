package rules

import (
	"errors"

	"golang.org/x/text/unicode/norm"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func fileNamePortable() lint.Rule {
	return lint.Rule{
		ID:      "file-name-portable",
		Group:   lint.Portability,
		Summary: "file name that some systems or archive readers refuse",
		What:    "A path that breaks the rules for names in packages: characters and device names that Windows refuses, control characters, blanks or dots at the end of a name, names over 255 bytes, paths over 1,024 bytes, more than 32 levels.",
		Why:     "The file cannot be checked out or unpacked everywhere, and `skillctl pack` refuses it.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a file. Use when testing.\n---\n# Body\n-- skill/references/aux.md --\ntext\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a file. Use when testing.\n---\n# Body\n-- skill/references/auxiliary file.md --\ntext\n",
		Source:  "golang.org/x/mod/module CheckFilePath; Windows naming conventions",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if bad, ok := errors.AsType[*safefs.PathError](safefs.CheckPath(f.Path)); ok {
					p.ReportPath(f.Path, "%q cannot be unpacked everywhere: %s", f.Path, bad.Detail).Hint("rename it")
				}
			}
		},
	}
}

func fileNameNFC() lint.Rule {
	return lint.Rule{
		ID:      "file-name-nfc",
		Group:   lint.Portability,
		Summary: "file name that is not in composed Unicode form",
		What:    "A path with decomposed characters (Unicode form NFD), such as an e followed by a combining accent.",
		Why:     "The name looks like the composed one but is another on Linux: links written on one system do not find the file on the other.",
		Bad:     "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a file. Use when testing.\n---\n# Body\n-- skill/cafe\u0301.md --\ntext\n",
		Good:    "-- skill/SKILL.md --\n---\nname: skill\ndescription: Has a file. Use when testing.\n---\n# Body\n-- skill/caf\u00e9.md --\ntext\n",
		Source:  "Unicode Annex 15; git core.precomposeUnicode",
		Levels:  lint.Levels{lint.Any: parse.Warning},
		Check: func(p *lint.Pass) {
			for _, f := range p.Files() {
				if !norm.NFC.IsNormalString(f.Path) {
					p.ReportPath(f.Path, "%q is not in composed Unicode form (NFC)", f.Path).Hint("rename it to %q", norm.NFC.String(f.Path))
				}
			}
		},
	}
}
