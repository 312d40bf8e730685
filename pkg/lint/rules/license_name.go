package rules

import (
	"strings"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func licenseName() lint.Rule {
	return lint.Rule{
		ID: "license-name", Group: lint.Frontmatter,
		Summary: "license is not named by its SPDX identifier",
		What:    "The whole text of `license` is a common name of a license that has an SPDX identifier, such as `Apache 2.0`.",
		Why:     "Registries and policies look for the identifier, `Apache-2.0`.",
		Bad:     "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nlicense: Apache 2.0\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nlicense: Apache-2.0\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source:  "SPDX license list; Agent Skills specification, license",
		Levels:  lint.Levels{lint.Core: parse.Info},
		Check: func(p *lint.Pass) {
			license, v, ok := text(p.Skill, "license")
			if id := spdxID(license); ok && id != "" {
				p.Report(v.Span, "%q has the SPDX identifier %s", license, id).Hint("write license: %s", id)
			}
		},
	}
}

// spdxID is the identifier of a license given by a common name, or "".
func spdxID(name string) string {
	switch strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(name, "The "), " License")) {
	case "mit":
		if name != "MIT" {
			return "MIT"
		}
	case "apache 2.0", "apache 2", "apache license 2.0", "apache license, version 2.0", "apache2", "apache-2":
		return "Apache-2.0"
	case "gplv3", "gpl v3", "gpl 3", "gpl-3", "gpl3":
		return "GPL-3.0-only or GPL-3.0-or-later"
	case "gplv2", "gpl v2", "gpl 2", "gpl-2", "gpl2":
		return "GPL-2.0-only or GPL-2.0-or-later"
	case "bsd 3-clause", "bsd-3", "3-clause bsd":
		return "BSD-3-Clause"
	case "cc0", "cc0 1.0":
		return "CC0-1.0"
	case "cc by 4.0", "cc-by 4.0":
		return "CC-BY-4.0"
	}
	return ""
}
