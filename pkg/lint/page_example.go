package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// How much of an example a page shows.
const (
	pageLineRunes   = 160 // characters of a line
	pageRepeatLines = 3   // of lines that are alike
)

// abridge shortens an example that is wrong because of its size: long lines
// are cut, lines that repeat are counted.
func abridge(text string) string {
	var b strings.Builder
	last, same := "", 0
	flush := func() {
		if more := same - pageRepeatLines; more > 0 {
			fmt.Fprintf(&b, "… (%d more such lines)\n", more)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line != last {
			flush()
			same = 0
		}
		if same++; same <= pageRepeatLines {
			b.WriteString(cutLine(line) + "\n")
		}
		last = line
	}
	flush()
	return b.String()
}

// cutLine shortens a line and says how long it was.
func cutLine(line string) string {
	n := utf8.RuneCountInString(line)
	if n <= pageLineRunes {
		return line
	}
	return string([]rune(line)[:pageLineRunes]) + fmt.Sprintf("… (%d characters)", n)
}
