package rules

import "github.com/skillctl/skillctl/pkg/lint"

func toolRules() []lint.Rule {
	return []lint.Rule{}
}
