package cli

import (
	"strings"

	"github.com/skillctl/skillctl/internal/spelling"
)

// suggestion is "did you mean X?" for the candidates closest to word, or
// otherwise when none is close.
func suggestion(word string, candidates []string, otherwise string) string {
	near := spelling.Closest(word, candidates)
	if len(near) == 0 {
		return otherwise
	}
	return "did you mean " + strings.Join(near, " or ") + "?"
}
