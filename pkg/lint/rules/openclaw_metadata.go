package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func openClawMetadata() lint.Rule {
	return lint.Rule{
		ID: parse.RuleOpenClaw, Group: lint.Client,
		Summary: "OpenClaw metadata has the wrong shape",
		What:    "`metadata.openclaw` (or its older names) has a key or value that OpenClaw does not read: an unknown system, kind of installer or type.",
		Why:     "OpenClaw ignores what it does not know, so a requirement is not checked or an installer not offered.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  openclaw:\n    os: [beos]\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nmetadata:\n  openclaw:\n    os: [linux]\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "openclaw/openclaw docs/tools/skills.md",
		Levels:  lint.Levels{lint.Core: parse.Warning, lint.OpenClaw: parse.Error},
		Check: func(p *lint.Pass) {
			_, diagnostics := p.Skill.OpenClaw()
			passAll(p, diagnostics)
		},
	}
}
