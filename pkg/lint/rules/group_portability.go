package rules

import "github.com/skillctl/skillctl/pkg/lint"

func portabilityRules() []lint.Rule {
	return []lint.Rule{
		crlfLineEnds(),
		mixedLineEnds(),
		loneCarriageReturn(),
	}
}
