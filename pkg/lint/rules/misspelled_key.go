package rules

import (
	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func misspelledKey() lint.Rule {
	return lint.Rule{
		ID: "misspelled-key", Group: lint.Frontmatter,
		Summary: "key that no client reads, close to one that is read",
		What: "A top-level key is unknown, but one or two characters away from a known one, as `user-invokable` is from " +
			"`user-invocable`; or it is a field of the specification with other separators or letter case, as `allowed_tools`; or it is " +
			"`tools`, which belongs to agents: skills have `allowed-tools`.",
		Why:    "Clients ignore the key without a word, so what it was to do never happens.",
		Bad:    "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nuser-invokable: false\n---\n\n# PDF forms\n\nRead the form first.\n",
		Good:   "---\nname: pdf-forms\ndescription: Fill in PDF forms. Use when the user has a form to complete.\nuser-invocable: false\n---\n\n# PDF forms\n\nRead the form first.\n",
		Source: "Agent Skills specification, frontmatter; seen in public skills",
		Levels: lint.Levels{lint.Any: parse.Warning, lint.Spec: parse.Error, lint.ClaudeAPI: parse.Error},
		Check: func(p *lint.Pass) {
			for _, k := range foreignKeys(p) {
				switch {
				case k.meant == "":
				case len(k.readers.titles) > 0:
					p.Report(k.KeySpan, "key %s is read by %s only", k.Key, k.readers.names()).Hint("did you mean %s?", k.meant)
				default:
					p.Report(k.KeySpan, "key %s is read by no client that is known here", k.Key).Hint("did you mean %s?", k.meant)
				}
			}
		},
	}
}
