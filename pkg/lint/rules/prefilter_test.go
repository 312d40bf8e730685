package rules

import (
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// FuzzPrefilters holds the cheap looks at a text, which decide whether it is
// parsed as Markdown, to what parsing finds.
func FuzzPrefilters(f *testing.F) {
	for _, seed := range []string{
		"[a](b.md) ![c](d.png)", "[a]\n\n[a]: b.md", "![x][y]\n\n[y]: <z>", "text [a] (b)",
		"~~~~  Bash title\nls\n~~~~", "> ```\u00a0sh\n> ls\n", "- ```console\r\n  $ ls\n", "```\nsh\n```", "````shell-session", "`````",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m := parse.ParseMarkdown(text, 0)
		for _, l := range m.Links {
			if l.Kind != parse.Reference && l.Kind != parse.Autolink && !mayLink(text) {
				t.Errorf("%q: a link to %q is missed", text, l.Destination)
			}
		}
		for _, b := range m.CodeBlocks {
			if isShellLanguage(b.Language()) && !mayHoldShell(text) {
				t.Errorf("%q: a block of %s is missed", text, b.Info)
			}
		}
	})
}
