package rules

import "github.com/skillctl/skillctl/pkg/lint"

func clientRules() []lint.Rule {
	return []lint.Rule{}
}
