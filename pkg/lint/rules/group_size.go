package rules

import "github.com/skillctl/skillctl/pkg/lint"

func sizeRules() []lint.Rule {
	return []lint.Rule{
		bodyTokens(),
		bodyLines(),
		documentTokens(),
		skillSize(),
	}
}
