package parse_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

// Text made to be slow is read like any other: what took time that grows with
// the square of the length would run into the test's time limit here.
func TestHostileText(t *testing.T) {
	t.Parallel()
	const size = 1 << 17
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	lines := func(s string) string {
		return strings.Repeat(strings.Repeat(s, 8000/len(s))+"\n", size/8001)
	}
	small := func(s string) string { return strings.Repeat(s, (parse.MaxFrontmatterBytes-100)/len(s)) }
	for name, src := range map[string]string{
		"backticks":        good + lines("`a``b```c"),
		"open brackets":    good + lines("["),
		"open images":      good + lines("!["),
		"nested quotes":    good + lines("> "),
		"nested emphasis":  good + lines("*a_b"),
		"nested lists":     good + lines("- "),
		"comments":         good + lines("<!--"),
		"tools":            good + "Tools:\n" + fill("- a\n"),
		"one line":         good + fill("*a_b`"),
		"NULs":             good + fill("\x00"),
		"blank lines":      fill(" \n") + good,
		"no closing fence": "---\n" + fill("a: b\n"),
		"flow":             "---\na: " + small("[") + "\n---\n",
		"mistakes":         "---\n" + small("a: b: c\n") + "---\n",
		"equal keys":       "---\n" + small("a: b\n") + "---\n",
		"stray lines":      "---\na: b\n" + small("stray\n") + "---\n",
		"escapes":          "---\na: \"" + small(`\ud83d\udc8a`) + "\"\n---\n",
		"tokens":           "---\nallowed-tools: " + small("a(") + "\n---\n",
		"long frontmatter": "---\n" + fill("a: b: c\n") + "---\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := parse.Parse([]byte(src), parse.Options{})
			s.Tools()
			if s.Markdown() == nil {
				t.Error("no index")
			}
		})
	}
}
