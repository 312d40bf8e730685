package lint_test

import (
	"testing"

	"github.com/skillctl/skillctl/pkg/lint"
	"github.com/skillctl/skillctl/pkg/parse"
)

func TestSummaryFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		summary              lint.Summary
		errors, warns, infos bool
	}{
		{lint.Summary{Suppressed: 1, Baselined: 1}, false, false, false},
		{lint.Summary{Infos: 1}, false, false, true},
		{lint.Summary{Warnings: 1}, false, true, true},
		{lint.Summary{Errors: 1}, true, true, true},
	} {
		s := c.summary
		if s.Fails(parse.Error) != c.errors || s.Fails(parse.Warning) != c.warns || s.Fails(parse.Info) != c.infos || s.Fails(0) {
			t.Errorf("%+v: fails at error %v, warning %v, info %v, never %v", s, s.Fails(parse.Error), s.Fails(parse.Warning), s.Fails(parse.Info), s.Fails(0))
		}
	}
}
