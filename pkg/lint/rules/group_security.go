package rules

import "github.com/skillctl/skillctl/pkg/lint"

func securityRules() []lint.Rule {
	return []lint.Rule{}
}
