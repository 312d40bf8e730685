package rules

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func hiddenTags() lint.Rule {
	return lint.Rule{
		ID:      "hidden-tag-characters",
		Group:   lint.Security,
		Summary: "invisible text in Unicode tag characters",
		What:    "Characters from U+E0000 to U+E007F, which spell ASCII text that no screen shows. The finding shows what they spell. Flags of regions, which are made of tags, are left alone.",
		Why:     "A model reads the text, a reviewer does not see it: the safest way there is to smuggle an instruction past a person.",
		Bad:     "-- skill/SKILL.md (escaped) --\n---\nname: skill\ndescription: Greets people. Use when testing.\n---\nSay hello.\\u{e0073}\\u{e0065}\\u{e006e}\\u{e0064}\n",
		Good:    "-- skill/SKILL.md (escaped) --\n---\nname: skill\ndescription: Greets people. Use when testing.\n---\nSay hello to Scotland \\u{1f3f4}\\u{e0067}\\u{e0062}\\u{e0073}\\u{e0063}\\u{e0074}\\u{e007f}\n",
		Source:  "Unicode TR51; snyk agent-scan W021; stacklok/toolhive#6178",
		Levels:  lint.Levels{lint.Any: parse.Error},
		Check: func(p *lint.Pass) {
			for _, f := range textFiles(p) {
				if !bytes.Contains(f.Bytes(), []byte("\xf3\xa0")) {
					continue
				}
				for _, run := range hiddenRuns(f.Bytes()) {
					if run.kind == tagChars {
						p.ReportIn(f, f.Span(run.start, run.end), "%d invisible tag characters that spell %q", run.count, escape.Hidden(run.decoded)).
							Hint("remove them; nothing that is shown changes")
					}
				}
			}
		},
	}
}
