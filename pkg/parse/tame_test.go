package parse_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/parse"
)

func TestTameMarkdown(t *testing.T) {
	t.Parallel()
	usual := "# a\n\n" + strings.Repeat("-", 200) + "\n" + strings.Repeat("text\n", 5000) + "\n> > - x\n"
	if got := parse.TameMarkdown([]byte(usual)); string(got) != usual {
		t.Error("usual text was changed")
	}
	for name, line := range map[string]string{
		"long line":    strings.Repeat("x", parse.MaxMarkdownLine+1),
		"nested quote": strings.Repeat(">", parse.MaxMarkdownMarks+1) + " x",
		"nested list":  strings.Repeat("- ", parse.MaxMarkdownMarks+1) + "x",
		"numbers":      strings.Repeat("1. ", parse.MaxMarkdownMarks+1) + "x",
		"brackets":     strings.Repeat("[](", parse.MaxMarkdownBrackets+1),
		"emphasis":     strings.Repeat("*a_", parse.MaxMarkdownEmphasis/2+1),
	} {
		src := "# a\n" + line + "\n# b\n"
		got := string(parse.TameMarkdown([]byte(src)))
		if want := "# a\n" + strings.Repeat(" ", len(line)) + "\n# b\n"; got != want {
			t.Errorf("%s: %.80q", name, got)
		}
	}
	src := strings.Repeat("text\n", parse.MaxMarkdownBlock/5+2) + "[a](b)\n"
	m := parse.ParseMarkdown([]byte(src), 0)
	if len(m.Links) != 1 || m.Links[0].Destination != "b" {
		t.Errorf("links behind a long block: %v", m.Links)
	}
}

// TestTameBlocks holds every block to the limits, whatever its lines are.
func TestTameBlocks(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"[a](b", "*a **b", "_a_ [", "![a][b] x", "> [a]( *b", "    [*"} {
		src := strings.Repeat(strings.Repeat(line, 40)+"\n", 400) + "\n[a](b)\n"
		tame := string(parse.TameMarkdown([]byte(src)))
		if len(tame) != len(src) || !strings.HasSuffix(tame, "\n[a](b)\n") {
			t.Errorf("%s: offsets or the next block changed", line)
		}
		brackets, emphasis := 0, 0
		for text := range strings.Lines(tame) {
			if strings.TrimSpace(text) == "" {
				brackets, emphasis = 0, 0
			}
			brackets += strings.Count(text, "[")
			emphasis += strings.Count(text, "*") + strings.Count(text, "_")
			if brackets > parse.MaxMarkdownBrackets || emphasis > parse.MaxMarkdownEmphasis {
				t.Fatalf("%s: a block of %d brackets, %d marks of emphasis", line, brackets, emphasis)
			}
		}
	}
}
