package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func openClawMultiline() lint.Rule {
	return lint.Rule{
		ID: "openclaw-multiline", Group: lint.Client,
		Summary: "OpenClaw metadata is spread over lines",
		What:    "`metadata` with an `openclaw` key (or its older names clawdbot and clawdis) is written as a YAML block.",
		Why:     "Older versions of OpenClaw read one line of JSON there and ignore a block: requirements are not checked then.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  openclaw:\n    requires:\n      bins: [qpdf]\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata: {\"openclaw\": {\"requires\": {\"bins\": [\"qpdf\"]}}}\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "openclaw/openclaw docs/tools/skills.md",
		Levels:  lint.Levels{lint.OpenClaw: parse.Info},
		Check: func(p *lint.Pass) {
			v := field(p.Skill, "metadata")
			for _, key := range []string{"openclaw", "clawdbot", "clawdis"} {
				if own, ok := v.Lookup(key); ok && v.Style == parse.Block {
					p.Report(own.Span, "metadata.%s is spread over lines; older versions of OpenClaw read one line of JSON", key).
						Hint("write metadata: {\"%s\": {...}} on one line", key)
				}
			}
		},
	}
}
