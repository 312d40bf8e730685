package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestEveryCommandExplainsItself walks the tree: no command comes without a
// description, two examples that can be typed, and its exit statuses.
func TestEveryCommandExplainsItself(t *testing.T) {
	t.Parallel()
	walk(NewRoot(), func(cmd *cobra.Command) {
		path := cmd.CommandPath()
		if cmd.Short == "" || cmd.Long == "" {
			t.Errorf("%s: no short or long description", path)
		}
		if strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: the short description ends with a full stop", path)
		}
		runnable := 0
		for line := range strings.Lines(cmd.Example) {
			if strings.Contains(line, "skillctl") && !strings.HasPrefix(strings.TrimSpace(line), "#") {
				runnable++
			}
		}
		if runnable < 2 {
			t.Errorf("%s: %d examples, want at least two", path, runnable)
		}
		exits := cmd.Annotations[ExitAnnotation]
		for _, status := range []string{"0 ", "2 ", "3 ", "130 "} {
			if !strings.Contains("\n"+exits, "\n  "+status) {
				t.Errorf("%s: EXIT STATUS does not tell %s", path, status)
			}
		}
	})
}

// TestHelpLinesFit keeps help readable in a terminal of 80 columns.
func TestHelpLinesFit(t *testing.T) {
	t.Parallel()
	walk(NewRoot(), func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Long) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 88 {
				t.Errorf("%s: a line of the description has %d characters: %s", cmd.CommandPath(), n, line)
			}
		}
	})
}

func walk(cmd *cobra.Command, visit func(*cobra.Command)) {
	if cmd.Hidden {
		return
	}
	visit(cmd)
	for _, c := range cmd.Commands() {
		walk(c, visit)
	}
}
